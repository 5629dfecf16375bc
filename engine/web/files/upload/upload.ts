/** An upload as it is shown. */
export interface Upload {
  key: string;
  otcId: string;
  otcType: string;
  name: string;
  size: number;
  /** `unfinished`: begun earlier, and going on only when the person says so. */
  state: 'uploading' | 'waiting' | 'paused' | 'unfinished';
  /** Bytes that have arrived or are on their way. */
  sent: number;
  speed: number;
  secondsLeft: number | undefined;
  /** Why it waits, in words. */
  reason: string | undefined;
  /** The file is not at hand any more: it must be chosen again. */
  needsFile: boolean;
}
