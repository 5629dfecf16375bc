import type { Duplex } from 'node:stream';

/** How long a client has to read the answer and close its half, in milliseconds. */
const lingerMs = 1_000;

/**
 * Sends an answer, such as `rawAnswer`, over a connection that no parser watches, and closes it. What the client still sends is read and discarded:
 * otherwise its system may drop the answer, and its end would never be seen.
 */
export function answerAndClose(socket: Duplex, answer: string): void {
  socket.resume();
  socket.end(answer);
  setTimeout(() => socket.destroy(), lingerMs).unref();
}
