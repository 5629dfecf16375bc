import { type CallShape, exactShape, timeShape } from '@back-office/contract/calls/call-shape.ts';
import { z } from 'zod';
import type { StatusAnswer, StatusItem, StatusSection } from '../status.ts';

const item = exactShape<StatusItem>({
  name: z.string(),
  title: z.string(),
  level: z.enum(['ok', 'warn', 'bad', 'info']),
  value: z.string(),
  cure: z.string().optional().describe('该怎么处理'),
});
const section = exactShape<StatusSection>({ name: z.string(), title: z.string(), items: z.array(item) });

/** Response schema of the server's status. */
export const statusShape = { data: exactShape<StatusAnswer>({ time: timeShape, sections: z.array(section) }) } satisfies CallShape;
