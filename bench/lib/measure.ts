export interface Measured {
  /** Milliseconds: the median of the runs, and the slowest but one in twenty. */
  readonly median: number;
  readonly slow: number;
}

/** Runs the work several times, after one that counts for nothing. */
export async function measure(work: () => Promise<unknown>, runs = 15): Promise<Measured> {
  await work();
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const begin = performance.now();
    await work();
    times.push(performance.now() - begin);
  }
  times.sort((one, other) => one - other);
  return { median: times[times.length >> 1] ?? 0, slow: times[Math.floor(times.length * 0.95)] ?? 0 };
}

/** A time as it is printed: `0.8 ms`. */
export const ms = (time: number): string => `${time < 10 ? time.toFixed(1) : Math.round(time)} ms`;
