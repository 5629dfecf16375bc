import type { CallShape } from '@back-office/contract/calls/call-shape.ts';
import { z } from 'zod';

/** What the calls on webhooks that are not the pattern give. */
export const webhookShapes = {
  renewSecret: { data: z.object({ secret: z.string().describe('只返回这一次') }) },
  resend: { data: z.object({ queued: z.int() }) },
} satisfies Record<string, CallShape>;
