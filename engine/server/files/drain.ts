import type { IncomingMessage } from 'node:http';

/** Longest time that a refused sender is read from. */
const longestMs = 1500;

/**
 * Reads and discards what a refused sender goes on to send, for a moment: a connection that is closed while it still
 * sends is reset, and the sender would never see why it was refused.
 */
export async function drain(request: IncomingMessage): Promise<void> {
  if (request.complete || request.readableEnded || request.destroyed) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, longestMs);
    request
      .once('end', resolve)
      .once('close', resolve)
      .once('error', () => resolve());
    request.once('close', () => clearTimeout(timer));
    request.resume();
  });
}
