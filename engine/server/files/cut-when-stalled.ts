import type { IncomingMessage } from 'node:http';

/** How often a sender is looked at, and what it must have sent since the look before the last. */
const lookMs = 10_000;
const leastBytes = 32 * 1024;

/**
 * Ends a request whose sender has stalled: one that sends less than 32 KiB in 20 s is cut, and a slow one that goes on
 * may take as long as it takes (docs/hardening.md D25, D29). Gives a function that ends the watch.
 */
export function cutWhenStalled(request: IncomingMessage, everyMs = lookMs): () => void {
  const { socket } = request;
  let [before, last] = [socket.bytesRead, socket.bytesRead];
  let looks = 0;
  const timer = setInterval(() => {
    // While we do not read, the sender is not to blame. `isPaused` would not do: it is true for any reader that
    // iterates.
    if (request.readableLength > 0) {
      looks = 0;
      return;
    }
    looks += 1;
    if (looks >= 2 && socket.bytesRead - before < leastBytes) request.destroy(new Error('The sender has stalled'));
    [before, last] = [last, socket.bytesRead];
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
