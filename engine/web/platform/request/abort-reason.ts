/** Why the signal was aborted, as a promise is rejected with it. */
export const abortReason = ({ reason }: AbortSignal): Error =>
  reason instanceof Error ? reason : new DOMException('The operation was aborted.', 'AbortError');
