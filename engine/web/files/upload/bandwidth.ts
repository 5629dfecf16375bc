import { limits } from '@back-office/contract/limits.ts';

const megabyte = 1024 * 1024;
/** A chunk of a line that nothing is known of: what a cut of it costs is little anywhere. */
const firstChunk = 4 * megabyte;
/** Target duration of a chunk, in seconds: what an interrupted chunk costs. */
const seconds = 4;
/** Of smaller ones the time is the server's, not the line's. */
const smallestMeasured = megabyte;
/** Measures that are kept; the middle one counts, so that one hiccup is none. */
const kept = 5;

/**
 * How fast chunks travel over the line of this window, while others do beside them, and how large they should be.
 * How many a file has is said with its first one, so what is measured serves the next file. A line that breaks is not
 * known any more.
 */
export function bandwidthMeter() {
  let rates: number[] = [];
  return {
    /** Takes down that a chunk of `bytes` took `ms`. */
    mark: (bytes: number, ms: number): void => {
      if (bytes >= smallestMeasured && ms > 0) rates = [...rates, (bytes / ms) * 1000].slice(-kept);
    },
    broke: (): void => void (rates = []),
    /** Bytes of a chunk: 4 MB until something was measured, whole megabytes then, and never more than `most`. */
    chunkSize: (most: number): number => {
      const middle = rates.toSorted((one, other) => one - other)[Math.floor(rates.length / 2)] ?? 0;
      const fitting = Math.floor((middle * seconds) / megabyte) * megabyte;
      return Math.min(most, limits.upload.chunkSize, Math.max(firstChunk, fitting));
    },
  };
}

/** The line of this window. */
export const bandwidth = bandwidthMeter();
