import { type CallShape, idShape } from '@back-office/contract/calls/call-shape.ts';
import { z } from 'zod';

/** What the calls on mails that are not the pattern give. */
export const mailShapes = {
  resend: { data: z.object({ queued: z.int() }) },
  test: { data: z.object({ id: idShape.describe('测试邮件，结果见邮件列表') }) },
} satisfies Record<string, CallShape>;
