import { type CallShape, idShape, exactShape, timeShape } from '@back-office/contract/calls/call-shape.ts';
import { z } from 'zod';
import type { Proposal } from '../proposal.ts';

/** Response schemas of the calls on proposals. */
export const proposalShapes = {
  selectOwn: {
    data: z.array(
      exactShape<Proposal>({
        id: idShape,
        createTime: timeShape,
        tokenName: z.string(),
        targetResource: z.string(),
        targetId: z.string().nullable(),
        targetVersion: z.int().nullable(),
        proposed: z.record(z.string(), z.unknown()),
        reason: z.string(),
        openTime: timeShape.nullable(),
      }),
    ),
  },
  decided: { data: z.literal(true) },
} satisfies Record<string, CallShape>;
