import { ticks } from 'd3-array';

/** A scale of whole numbers from zero to at least the largest value: its grid lines, and the relative height of a value. */
export interface Scale {
  readonly lines: readonly number[];
  /** The relative height of a value, 0 to 1. */
  readonly share: (value: number) => number;
}

/** The scale for these values, with about this many grid lines. */
export function scaleOf(values: readonly number[], lines: number): Scale {
  const maxValue = Math.max(1, ...values);
  const whole = ticks(0, maxValue, lines).filter(Number.isInteger);
  const step = (whole[1] ?? 1) - (whole[0] ?? 0);
  const top = Math.ceil(maxValue / step) * step;
  return { lines: (whole.at(-1) ?? 0) < top ? [...whole, top] : whole, share: (value) => Math.max(0, value) / top };
}
