import { ticks } from 'd3-array';

/** A scale of whole numbers from nothing to at least the largest value: where its lines stand, and how far up a value is. */
export interface Scale {
  readonly lines: readonly number[];
  /** The part of the scale that a value takes, 0 to 1. */
  readonly share: (value: number) => number;
}

/** The scale of these values, with about that many lines. */
export function scaleOf(values: readonly number[], lines: number): Scale {
  const most = Math.max(1, ...values);
  const whole = ticks(0, most, lines).filter(Number.isInteger);
  const step = (whole[1] ?? 1) - (whole[0] ?? 0);
  const top = Math.ceil(most / step) * step;
  return { lines: (whole.at(-1) ?? 0) < top ? [...whole, top] : whole, share: (value) => Math.max(0, value) / top };
}
