import type { WaitingItem } from '@back-office/contract/calls/waiting.ts';
import { type CallShape, idShape, exactShape, timeShape } from '@back-office/contract/calls/call-shape.ts';
import { z } from 'zod';
import type { FigureLine, HomeAnswer, RecentRecord } from '../home-answer.ts';
import type { Panel, PanelData, Series } from '../statistics.ts';

const key = z.enum(['users', 'newUsers', 'online', 'signIns', 'signInFailures', 'operations', 'unread', 'storage', 'smsSent', 'smsFailed']);
const panel = exactShape<Panel>({
  key,
  label: z.string(),
  value: z.number(),
  previous: z.number().optional().describe('前一段时间的同一数字'),
});
const series = exactShape<Series>({
  key: z.string(),
  label: z.string(),
  points: z.array(z.object({ time: timeShape, value: z.number() })),
});
const waiting = exactShape<WaitingItem>({
  name: z.string(),
  title: z.string(),
  icon: z.string(),
  trouble: z.boolean(),
  count: z.int(),
  opens: z.union([z.object({ path: z.string() }), z.object({ resource: z.string(), query: z.array(z.tuple([z.string(), z.string()])) })]),
});
const recent = exactShape<RecentRecord>({
  resource: z.string(),
  id: idShape,
  label: z.string(),
  how: z.enum(['opened', 'changed']),
  time: timeShape,
});

/** Response schemas of the home page's calls. */
export const homeShapes = {
  panelData: { data: exactShape<PanelData>({ panels: z.array(panel), series: z.array(series) }) },
  home: {
    data: exactShape<HomeAnswer>({
      today: z.string(),
      waiting: z.array(waiting),
      lines: z.array(exactShape<FigureLine>({ key, values: z.array(z.number()) })),
      recent: z.array(recent),
    }),
  },
} satisfies Record<string, CallShape>;
