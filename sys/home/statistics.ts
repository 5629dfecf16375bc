/** One figure of the home page. */
export interface Panel {
  key: 'users' | 'newUsers' | 'online' | 'signIns' | 'signInFailures' | 'operations' | 'unread' | 'storage' | 'smsSent' | 'smsFailed';
  label: string;
  value: number;
  /** The same figure one span before: yesterday, or the thirty days before these. */
  previous?: number;
}

/** One row of figures over the last thirty days. */
export interface Series {
  /** `operations` by the hour; `signIns` and `signInFailures` by the day; `module:用户` and so on by the day. */
  key: string;
  label: string;
  /** `YYYY-MM-DD HH:mm:ss`, the hour's or the day's beginning; every one is there, in order. */
  points: { time: string; value: number }[];
}

/** `data` of GET /api/statistics/select-panel-data (docs/wire.md "Specific calls"). */
export interface PanelData {
  panels: Panel[];
  series: Series[];
}
