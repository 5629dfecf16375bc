/** Period over which the speed is measured, in milliseconds. */
const windowMs = 5_000;

export interface UploadSpeed {
  /** Bytes per second. */
  speed: number;
  /** Undefined without progress. */
  secondsLeft: number | undefined;
}

/** The speed of an upload over its last seconds, so that a pause or a slow start soon has no effect. */
export function speedMeter(total: number) {
  let samples: { at: number; sent: number }[] = [];
  return {
    /** Records how much has been sent. A lower value, as after a retry, restarts the measurement. */
    mark: (sent: number, at: number): void => {
      if (sent < (samples.at(-1)?.sent ?? 0)) samples = [];
      samples.push({ at, sent });
      while (samples.length > 2 && at - (samples[1]?.at ?? at) > windowMs) samples.shift();
    },
    read: (): UploadSpeed => {
      const first = samples[0];
      const last = samples.at(-1);
      const speed = first && last && last.at > first.at ? ((last.sent - first.sent) / (last.at - first.at)) * 1000 : 0;
      return { speed, secondsLeft: speed > 0 && last ? Math.ceil((total - last.sent) / speed) : undefined };
    },
    /** Resets the measurement: the upload was paused. */
    reset: (): void => void (samples = []),
  };
}
