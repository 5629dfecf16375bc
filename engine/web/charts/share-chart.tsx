import type { Drawing } from './drawing.ts';
import { shorten, textWidth } from './text-width.ts';

const maxNameWidth = 120;
const columnHeight = 18;
/** Maximum height per name, so that a few names stay close together. */
const maxRowHeight = 44;

/** Values by name, one below the other, each with its number at the end of its column. */
export function ShareChart({ data: { words, rows }, width, height, pointed }: Drawing) {
  const values = rows[0]?.values ?? [];
  const maxValue = Math.max(1, ...values);
  const numbers = values.map((value) => value.toLocaleString('zh-CN'));
  const left = 8 + Math.min(maxNameWidth, Math.max(0, ...words.map(textWidth)));
  const right = width - 12 - Math.max(0, ...numbers.map(textWidth));
  const step = Math.min(maxRowHeight, height / Math.max(1, words.length));
  const thick = Math.min(columnHeight, step * 0.7);
  return (
    <svg width={width} height={height} aria-hidden className="chart-row-0">
      {pointed !== undefined && <rect className="chart-pointed" x={0} width={width} y={pointed * step} height={step} />}
      {words.map((word, at) => {
        const [middle, long] = [(at + 0.5) * step, (Math.max(0, values[at] ?? 0) / maxValue) * (right - left)];
        return (
          <g key={word}>
            <rect data-word={at} className="chart-place" x={0} width={width} y={at * step} height={step} />
            {step >= 13 && (
              <text className="chart-word" x={left - 8} y={middle + 4} textAnchor="end">
                {shorten(word, maxNameWidth)}
              </text>
            )}
            <rect className="chart-fill" x={left} width={long} y={middle - thick / 2} height={thick} rx={2} />
            {step >= 13 && (
              <text className="chart-word" x={left + long + 6} y={middle + 4}>
                {numbers[at]}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}
