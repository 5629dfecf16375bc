import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A program on this machine that receives POST requests, and answers 204 unless told otherwise. */
export interface Receiver {
  readonly url: string;
  readonly taken: { headers: IncomingMessage['headers']; body: string }[];
  answer: RequestListener | undefined;
  readonly close: () => void;
}

/** Opens one; close it after use. */
export async function openReceiver(): Promise<Receiver> {
  const taken: Receiver['taken'] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      taken.push({ headers: request.headers, body });
      if (receiver.answer === undefined) response.writeHead(204).end();
      else receiver.answer(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  const receiver: Receiver = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, taken, answer: undefined, close };
  return receiver;
}

/** The signature that Standard Webhooks 1.0 requires for a received request, computed without their library. */
export function signatureOf(secret: string, { headers, body }: Receiver['taken'][number]): string {
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  return `v1,${createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
    .update(signed)
    .digest('base64')}`;
}
