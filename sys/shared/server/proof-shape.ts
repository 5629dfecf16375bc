import { z } from 'zod';

/** The fields of a body by which people show that it is them (`onceConfirmed`). */
export const proofFields = {
  password: z.string().optional().describe('没有启用两步验证时：登录所用的密码，可以加密'),
  code: z.string().optional().describe('启用了两步验证时：验证码'),
  passkey: z.unknown().optional().describe('代替 code：通行密钥的应答'),
};
