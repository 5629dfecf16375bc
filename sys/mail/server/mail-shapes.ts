import { type CallShape, exactShape, idShape, nothing } from '@back-office/contract/calls/call-shape.ts';
import { z } from 'zod';
import { proofFields } from '../../shared/server/proof-shape.ts';
import type { MailAddress } from '../mail-calls.ts';

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
  startAddress: { body: z.object(proofFields), data: z.object({ address: z.string().describe('验证码发往的邮箱') }) },
  confirmAddress: { body: z.object({ code: z.string('请输入验证码').max(32, '验证码不正确') }), data: nothing },
} satisfies Record<string, CallShape>;
