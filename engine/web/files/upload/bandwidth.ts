import { limits } from '@back-office/contract/limits.ts';

const megabyte = 1024 * 1024;
/** Size of the first chunk, when the bandwidth is unknown: small enough that an interruption costs little. */
const firstChunk = 4 * megabyte;
/** Target duration of a chunk, in seconds: what an interrupted chunk costs. */
const seconds = 4;
/** Smaller chunks measure the server's latency rather than the bandwidth. */
const smallestMeasured = megabyte;
/** Number of measurements kept; their median is used, so that an outlier has no effect. */
const kept = 5;

/**
 * The bandwidth of this window's connection, measured while chunks are sent concurrently, and the chunk size that fits
 * it. The number of chunks of a file is fixed by its first one, so a measurement serves the next file. After a lost
 * connection the bandwidth is unknown again.
 */
export function bandwidthMeter() {
  let rates: number[] = [];
  return {
    /** Records that a chunk of `bytes` took `ms`. */
    mark: (bytes: number, ms: number): void => {
      if (bytes >= smallestMeasured && ms > 0) rates = [...rates, (bytes / ms) * 1000].slice(-kept);
    },
    reset: (): void => void (rates = []),
    /** Bytes of a chunk: 4 MB until something was measured, whole megabytes then, and never more than `most`. */
    chunkSize: (most: number): number => {
      const middle = rates.toSorted((one, other) => one - other)[Math.floor(rates.length / 2)] ?? 0;
      const fitting = Math.floor((middle * seconds) / megabyte) * megabyte;
      return Math.min(most, limits.upload.chunkSize, Math.max(firstChunk, fitting));
    },
  };
}

/** The bandwidth of this window. */
export const bandwidth = bandwidthMeter();
