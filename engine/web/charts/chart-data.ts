/** The data of a chart and of its table. */
export interface ChartData {
  title: string;
  /** `line` over time, vertical columns (`bar`), or horizontal ones labelled with names (`share`). */
  kind: 'line' | 'bar' | 'share';
  /** The title of the axis, such as 日期. */
  axis: string;
  words: string[];
  /** Each row has a value for each word. */
  rows: { label: string; values: number[] }[];
}
