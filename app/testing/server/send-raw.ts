import { type AddressInfo, connect } from 'node:net';
import type { TestApp } from './test-app.ts';

/**
 * Sends raw lines to a listening server, for requests that no client library would send, and returns its answer once
 * the server has closed the connection.
 */
export async function sendRaw(app: TestApp, lines: readonly string[]): Promise<{ status: number; head: string; body: string }> {
  const { port } = app.server.server.address() as AddressInfo;
  const text = await new Promise<string>((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(lines.join('\r\n')));
    socket.setTimeout(5000, () => socket.destroy(new Error('No answer in 5 s')));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
  });
  const [head = '', ...rest] = text.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head, body: rest.join('\r\n\r\n') };
}
