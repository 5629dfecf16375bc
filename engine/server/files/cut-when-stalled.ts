import type { IncomingMessage } from 'node:http';

/** How often a sender is checked, and how much it must send within two intervals. */
const checkIntervalMs = 10_000;
const minBytes = 32 * 1024;

/**
 * Aborts a request whose sender has stalled: one that sends less than 32 KiB in 20 s. A slow sender above that rate may take any time
 * (docs/hardening.md D25, D29). Returns a function that stops the watch.
 */
export function cutWhenStalled(request: IncomingMessage, everyMs = checkIntervalMs): () => void {
  const { socket } = request;
  let [before, last] = [socket.bytesRead, socket.bytesRead];
  let checks = 0;
  const timer = setInterval(() => {
    // The sender is not to blame while the server does not read. `isPaused` is no help: it is true whenever the request is
    // read by iteration.
    if (request.readableLength > 0) {
      checks = 0;
      return;
    }
    checks += 1;
    if (checks >= 2 && socket.bytesRead - before < minBytes) request.destroy(new Error('The sender has stalled'));
    [before, last] = [last, socket.bytesRead];
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
