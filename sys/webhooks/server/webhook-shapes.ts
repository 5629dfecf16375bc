import type { CallShape } from '@back-office/contract/calls/call-shape.ts';
import { z } from 'zod';

/** Response schemas of the webhooks' calls outside the generic pattern. */
export const webhookShapes = {
  renewSecret: { data: z.object({ secret: z.string().describe('只返回这一次') }) },
  resend: { data: z.object({ queued: z.int() }) },
} satisfies Record<string, CallShape>;
