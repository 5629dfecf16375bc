import type { ChartData } from './chart-data.ts';

interface Props {
  data: ChartData;
  /** Index of the word, and the pointer's position within the chart. */
  at: number;
  x: number;
  y: number;
  width: number;
}

/** The values at the pointed label, beside the pointer: on its left if there is more room. */
export const ChartTip = ({ data: { words, rows }, at, x, y, width }: Props) => (
  <div className="chart-tip" style={{ top: y, ...(x > width / 2 ? { right: width - x + 14 } : { left: x + 14 }) }}>
    <p>{words[at]}</p>
    {rows.map(({ label, values }, row) => (
      <p key={label}>
        <i className={`chart-row-${row}`} />
        {label}
        <b>{(values[at] ?? 0).toLocaleString('zh-CN')}</b>
      </p>
    ))}
  </div>
);
