import type { Socket } from 'node:net';
import { codes, type Envelope } from '@back-office/contract/envelope.ts';
import { rawAnswer } from './raw-answer.ts';

const statuses: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** Answers malformed HTTP, which reaches no route, with an envelope too, and ends the connection. */
export function clientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const status = statuses[error.code ?? ''] ?? 400;
  const { code, message } = codes.malformed;
  const envelope: Envelope = { success: false, code, message };
  if (socket.writable) socket.write(rawAnswer(status, envelope));
  socket.destroy(error);
}
