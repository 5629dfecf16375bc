import type { Drawing } from './drawing.ts';
import { scaleOf, type Scale } from './scale.ts';
import { textWidth } from './text-width.ts';

const columnWidth = 18;

/** The plot area, in pixels: between the labels below, the scale on the left and the names of the series above. */
interface Frame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** The width of a label's step. */
  readonly step: number;
  readonly scale: Scale;
}

/** Values over labels side by side: as lines, or as columns. */
export function AxisChart({ data: { kind, words, rows }, width, height, pointed }: Drawing) {
  const scale = scaleOf(
    rows.flatMap(({ values }) => values),
    4,
  );
  const left = 12 + Math.max(...scale.lines.map((line) => textWidth(line.toLocaleString('zh-CN'))));
  const [right, top, bottom] = [width - 8, rows.length > 1 ? 32 : 10, height - 24];
  const frame = { left, right, top, bottom, step: (right - left) / Math.max(1, words.length), scale };
  return (
    <svg width={width} height={height} aria-hidden>
      {rows.length > 1 && <Legend labels={rows.map(({ label }) => label)} right={right} />}
      <GridLines frame={frame} />
      {pointed !== undefined && (
        <rect className="chart-pointed" x={left + pointed * frame.step} width={frame.step} y={top} height={bottom - top} />
      )}
      {rows
        .map(({ label, values }, row) =>
          kind === 'line' ? (
            <Line key={label} values={values} row={row} frame={frame} pointed={pointed} />
          ) : (
            <Columns key={label} values={values} row={row} rows={rows.length} frame={frame} />
          ),
        )
        // The first is drawn on top of the others.
        .toReversed()}
      <AxisLabels words={words} frame={frame} />
    </svg>
  );
}

/** 2026-11-22 as 11-22: in a chart of days the year is known. */
const withoutYear = (word: string): string => (/^\d{4}-\d\d-\d\d$/.test(word) ? word.slice(5) : word);

/** 2026-11 as 11月, if there is no room for more. */
const monthAlone = (word: string): string => (/^\d{4}-\d\d$/.test(word) ? `${Number(word.slice(5))}月` : word);

/** The width available to a label: its own step, or also those of its neighbours. */
const stepsPerLabel = (words: readonly string[], step: number): number =>
  Math.max(1, Math.ceil((Math.max(0, ...words.map(textWidth)) + 12) / step));

/** The lines of the scale with their numbers; the lowest is the axis. */
const GridLines = ({ frame: { left, right, top, bottom, scale } }: { frame: Frame }) =>
  scale.lines.map((line) => {
    const y = Math.round(bottom - scale.share(line) * (bottom - top)) + 0.5;
    return (
      <g key={line}>
        <line className="chart-line" x1={left} x2={right} y1={y} y2={y} />
        <text className="chart-word" x={left - 6} y={y + 4} textAnchor="end">
          {line.toLocaleString('zh-CN')}
        </text>
      </g>
    );
  });

/** The labels below, as many as fit, always including the last, which is the newest; each step has its own target for the pointer. */
function AxisLabels({ words: given, frame: { left, top, bottom, step } }: { words: readonly string[]; frame: Frame }) {
  const whole = given.map(withoutYear);
  const words = stepsPerLabel(whole, step) === 1 ? whole : whole.map(monthAlone);
  const each = stepsPerLabel(words, step);
  return words.map((word, at) => (
    <g key={given[at]}>
      <rect data-word={at} className="chart-place" x={left + at * step} width={step} y={top} height={bottom - top} />
      {(words.length - 1 - at) % each === 0 && (
        <text className="chart-word" x={left + (at + 0.5) * step} y={bottom + 18} textAnchor="middle">
          {word}
        </text>
      )}
    </g>
  ));
}

interface RowProps {
  values: readonly number[];
  row: number;
  frame: Frame;
}

function Line({ values, row, frame: { left, top, bottom, step, scale }, pointed }: RowProps & { pointed: number | undefined }) {
  const points = values.map((value, at) => [left + (at + 0.5) * step, bottom - scale.share(value) * (bottom - top)] as const);
  const path = points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L');
  const [first, last, spot] = [points[0], points.at(-1), pointed === undefined ? undefined : points[pointed]];
  return (
    <g className={`chart-row-${row}`}>
      {row === 0 && first !== undefined && last !== undefined && (
        <path className="chart-area" d={`M${first[0].toFixed(1)} ${bottom}L${path}L${last[0].toFixed(1)} ${bottom}Z`} />
      )}
      <path className="chart-stroke" d={`M${path}`} />
      {spot !== undefined && <circle className="chart-spot" cx={spot[0]} cy={spot[1]} r={4} />}
    </g>
  );
}

function Columns({ values, row, rows, frame: { left, top, bottom, step, scale } }: RowProps & { rows: number }) {
  const width = Math.min(columnWidth, (step * 0.7) / rows);
  return values.map((value, at) => {
    const height = scale.share(value) * (bottom - top);
    const x = left + (at + 0.5) * step + (row - rows / 2) * width;
    return <rect key={at} className={`chart-fill chart-row-${row}`} x={x} width={width} y={bottom - height} height={height} rx={2} />;
  });
}

/** The names of the rows, above the chart at the right. */
function Legend({ labels, right }: { labels: readonly string[]; right: number }) {
  const ends = labels.map((_, row) => right - labels.slice(row + 1).reduce((width, label) => width + textWidth(label) + 30, 0));
  return labels.map((label, row) => (
    <g key={label} className={`chart-row-${row}`}>
      <rect className="chart-fill" x={(ends[row] ?? 0) - textWidth(label) - 16} y={7} width={10} height={10} rx={3} />
      <text className="chart-name" x={ends[row]} y={16} textAnchor="end">
        {label}
      </text>
    </g>
  ));
}
