import type { WaitingItem } from '@back-office/contract/calls/waiting.ts';
import type { Panel } from './statistics.ts';

/** The small line below a figure: a value for each of the last thirty days, today the last. */
export interface FigureLine {
  key: Panel['key'];
  values: number[];
}

/** A record that the person opened or changed lately, and may still see. */
export interface RecentRecord {
  resource: string;
  id: string;
  label: string;
  how: 'opened' | 'changed';
  /** `YYYY-MM-DD HH:mm:ss`. */
  time: string;
}

/** `data` of GET /api/statistics/select-home: what stands on the first page beside the figures. */
export interface HomeAnswer {
  /** The day of the server, `YYYY-MM-DD`. */
  today: string;
  waiting: WaitingItem[];
  lines: FigureLine[];
  recent: RecentRecord[];
}
