import type { RecoveryCodes, TwoFactorAnswer, TwoFactorSecret } from '@back-office/contract/calls/two-factor.ts';
import { type CallShape, nothing, exactShape } from '@back-office/contract/calls/call-shape.ts';
import { confirmByShape } from '@back-office/server/identity/sign-in/sign-in-shapes.ts';
import { loginShape } from '@back-office/server/identity/sign-in/login-shape.ts';
import { z } from 'zod';

const password = z
  .string('请输入密码')
  .optional()
  .describe('明文，或以本次登录的密钥加密；没有本地密码的人，刚从登录平台来或以通行密钥登录的不用写');
const code = z
  .unknown()
  .optional()
  .describe('动态验证码')
  .meta({ examples: ['123456'] });
const passkey = z.unknown().optional().describe('代替 code：通行密钥的应答');
const codes = exactShape<RecoveryCodes>({ recoveryCodes: z.array(z.string()).describe('只返回这一次') });

/** Request and response schemas of the second factor's calls. */
export const twoFactorShapes = {
  verify: {
    body: z.looseObject({
      ticket: z.string('缺少登录凭据').min(1, '缺少登录凭据').describe('登录时 40302 的 data.ticket'),
      code,
      passkey,
    }),
    written: 'application/x-www-form-urlencoded',
    data: loginShape,
  },
  state: {
    data: exactShape<TwoFactorAnswer>({
      active: z.boolean(),
      app: z.boolean(),
      required: z.boolean(),
      recoveryCodes: z.int(),
      confirmBy: confirmByShape.optional().describe('没有写时，以本地密码确认是本人'),
    }),
  },
  start: { body: z.object({ password, code, passkey }), data: exactShape<TwoFactorSecret>({ secret: z.string(), uri: z.string() }) },
  confirm: { body: z.object({ code }), data: codes },
  renewCodes: { body: z.object({ password, code, passkey }), data: codes },
  stop: { body: z.object({ password, code }), data: nothing },
} satisfies Record<string, CallShape>;
