import { type CallShape, nothing, recordShape, exactShape, timeShape, versionShape } from '@back-office/contract/calls/call-shape.ts';
import { z } from 'zod';
import { maxCronLength, job } from '../job.ts';
import type { NextTimes } from '../job-calls.ts';

export const mistakenCron = '应为五段：分 时 日 月 周，例如 30 2 * * * 是每天 2:30';
const cron = z
  .string(mistakenCron)
  .max(maxCronLength, mistakenCron)
  .nullish()
  .describe('五段：分 时 日 月 周；留空则按程序自带的计划')
  .meta({ examples: ['30 2 * * *'] });

/** Request and response schemas of the calls on scheduled jobs. */
export const jobShapes = {
  nextTimes: { query: z.object({ cron }), data: exactShape<NextTimes>({ times: z.array(timeShape) }) },
  plan: { body: versionShape.extend({ jobCron: cron }), data: recordShape(job) },
  pause: { body: versionShape, data: recordShape(job) },
  run: { data: nothing },
} satisfies Record<string, CallShape>;
