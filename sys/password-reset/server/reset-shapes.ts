import { type CallShape, nothing } from '@back-office/contract/calls/call-shape.ts';
import { z } from 'zod';

/** Request and response schemas of the calls for a forgotten password. */
export const resetShapes = {
  forgot: { body: z.object({ account: z.string('请输入账号').max(256, '账号过长') }), data: nothing },
  reset: {
    body: z.object({
      token: z.string('链接无效').max(100, '链接无效').describe('邮件中链接 # 之后的部分'),
      newPassword: z.string('请输入新密码').max(2000, '密码过长').describe('明文，或以 token 为密钥加密'),
    }),
    data: nothing,
  },
} satisfies Record<string, CallShape>;
