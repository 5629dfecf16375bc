import { type CallShape, idShape } from '@back-office/contract/calls/call-shape.ts';
import { z } from 'zod';

/** Response schemas of the bots' calls outside the generic pattern. */
export const botShapes = { test: { data: z.object({ id: idShape.describe('测试消息，结果见群消息列表') }) } } satisfies Record<
  string,
  CallShape
>;
