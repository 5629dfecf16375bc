/** The size of the drawing, in its own units. */
const [width, height] = [100, 32];

/** A sparkline without numbers: it shows the trend only. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  // A constant line is drawn at the bottom.
  const share = (value: number): number => (most === least ? 0 : (value - least) / (most - least));
  const points = values.map(
    (value, at) => `${round((at / Math.max(1, values.length - 1)) * width)} ${round(height - 2 - share(value) * (height - 4))}`,
  );
  const path = points.join('L');
  return (
    <svg className="sparkline" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden>
      <path className="sparkline-area" d={`M0 ${height}L${path}L${width} ${height}Z`} />
      <path className="sparkline-stroke" d={`M${path}`} />
    </svg>
  );
}

const round = (value: number): number => Math.round(value * 10) / 10;
