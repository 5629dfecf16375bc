import type { IncomingMessage } from 'node:http';

/** Longest time that a refused sender is read from. */
const longestMs = 1500;

/** Requests that were read from already: once is enough, though both a route and the error handler ask for it. */
const tried = new WeakSet<IncomingMessage>();

/**
 * Reads and discards what a refused sender goes on to send, for a moment: a connection that is closed while it still
 * sends is reset, and the sender would never see why it was refused.
 */
export async function discardRest(request: IncomingMessage): Promise<void> {
  if (tried.has(request) || request.complete || request.readableEnded || request.destroyed) return;
  tried.add(request);
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, longestMs);
    request
      .once('end', resolve)
      .once('close', resolve)
      .once('error', () => resolve());
    request.once('close', () => clearTimeout(timer));
    // Whatever took it in until now takes no more, and would hold the rest up.
    request.unpipe();
    request.resume();
  });
}
