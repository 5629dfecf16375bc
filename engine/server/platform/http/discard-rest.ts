import type { IncomingMessage } from 'node:http';

/** Longest time for which a refused sender is read. */
const maxReadMs = 1500;

/** Requests that were already discarded: once is enough, although both a route and the error handler call for it. */
const tried = new WeakSet<IncomingMessage>();

/**
 * Reads and discards the rest of a refused request, for a moment: a connection that is closed while its peer still
 * sends is reset, and the sender would never see the refusal.
 */
export async function discardRest(request: IncomingMessage): Promise<void> {
  if (tried.has(request) || request.complete || request.readableEnded || request.destroyed) return;
  tried.add(request);
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, maxReadMs);
    request
      .once('end', resolve)
      .once('close', resolve)
      .once('error', () => resolve());
    request.once('close', () => clearTimeout(timer));
    // The previous consumer takes no more, and would block the rest.
    request.unpipe();
    request.resume();
  });
}
