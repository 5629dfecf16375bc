import type { IncomingMessage } from 'node:http';

/** Longest that a refused sender is listened to. */
const longestMs = 1500;

/**
 * Reads and forgets what a refused sender goes on to send, for a moment: a connection that is closed while it still
 * sends is reset, and then it never hears why it was refused.
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
