/** What a chart draws, and what the table behind it shows. */
export interface ChartData {
  title: string;
  /** `line` over time, upright columns (`bar`), or lying ones whose words are names (`share`). */
  kind: 'line' | 'bar' | 'share';
  /** What the words along the axis are, such as 日期. */
  axis: string;
  words: string[];
  /** A value of each row for each word. */
  rows: { label: string; values: number[] }[];
}
