/** An upload as displayed. */
export interface Upload {
  key: string;
  otcId: string;
  otcType: string;
  name: string;
  size: number;
  /** Begun or resumed by this window; another window of this browser may still send it. */
  own: boolean;
  /** `unfinished`: started earlier, and continues only on request. */
  state: 'uploading' | 'waiting' | 'paused' | 'unfinished';
  /** Bytes received or being sent. */
  sent: number;
  speed: number;
  secondsLeft: number | undefined;
  /** Why it waits or was paused, as a message; undefined if the user has paused it. */
  reason: string | undefined;
  /** The file is no longer available: it must be selected again. */
  needsFile: boolean;
}
