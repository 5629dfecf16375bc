export interface Measured {
  /** Milliseconds: the median of the runs, the 95th percentile, and the slowest. */
  readonly median: number;
  readonly slow: number;
  readonly worst: number;
}

/** Runs the work several times, after one warm-up run. */
export async function measure(work: () => Promise<unknown>, runs = 15): Promise<Measured> {
  await work();
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const begin = performance.now();
    await work();
    times.push(performance.now() - begin);
  }
  times.sort((one, other) => one - other);
  const at = (run: number): number => times[run] ?? 0;
  return { median: at(times.length >> 1), slow: at(Math.floor(times.length * 0.95)), worst: at(times.length - 1) };
}

/** Formats a time: `0.8 ms`. */
export const ms = (time: number): string => `${time < 10 ? time.toFixed(1) : Math.round(time)} ms`;
