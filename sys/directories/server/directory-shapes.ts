import { type CallShape, nothing, exactShape } from '@back-office/contract/calls/call-shape.ts';
import { z } from 'zod';
import { type DirectoryTrial, type TrialLine } from '../directory-calls.ts';

const line = exactShape<TrialLine>({ name: z.string(), detail: z.string() });
const each = <Value extends z.ZodType>(value: Value) => z.object({ added: value, changed: value, disabled: value, conflicts: value });

/** Request and response schemas of the directories' calls outside the generic pattern. */
export const directoryShapes = {
  trial: {
    data: exactShape<DirectoryTrial>({
      people: z.int(),
      departments: z.int(),
      counts: each(z.int()),
      lines: each(z.array(line)),
      refused: z.string().optional().describe('不能开始同步的原因'),
      mayForce: z.boolean().optional(),
    }),
  },
  run: { body: z.object({ force: z.boolean('force 应为 true 或 false').default(false).describe('人数骤减时仍然同步') }), data: nothing },
} satisfies Record<string, CallShape>;
