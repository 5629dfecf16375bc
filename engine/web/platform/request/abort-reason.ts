/** The reason of an aborted signal, as an Error to reject with. */
export const abortReason = ({ reason }: AbortSignal): Error =>
  reason instanceof Error ? reason : new DOMException('The operation was aborted.', 'AbortError');
