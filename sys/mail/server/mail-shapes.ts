import { type CallShape, exactShape, idShape, nothing } from '@back-office/contract/calls/call-shape.ts';
import { z } from 'zod';
import type { MailAddress } from '../mail-calls.ts';

const confirming = z.object({
  password: z.string().optional().describe('没有启用两步验证时的登录密码，可以加密'),
  code: z.string().optional().describe('启用了两步验证时的动态验证码'),
  passkey: z.unknown().optional().describe('或以通行密钥确认'),
});

/** Response schemas of the mails' calls outside the generic pattern. */
export const mailShapes = {
  resend: { data: z.object({ queued: z.int() }) },
  test: { data: z.object({ id: idShape.describe('测试邮件，结果见邮件列表') }) },
  address: {
    data: exactShape<MailAddress>({
      address: z.string().nullable(),
      isConfirmed: z.boolean(),
      seesJobs: z.boolean(),
      approves: z.boolean(),
    }),
  },
  startAddress: { body: confirming, data: z.object({ address: z.string().describe('验证码发往的邮箱') }) },
  confirmAddress: { body: z.object({ code: z.string('请输入验证码').max(32, '验证码不正确') }), data: nothing },
} satisfies Record<string, CallShape>;
