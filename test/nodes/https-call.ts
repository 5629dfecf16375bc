import { type Agent as HttpAgent, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';

/** The raw answer, and its envelope if it is one. */
export interface Answer<Data> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly code: number | undefined;
  readonly message: string | undefined;
  readonly data: Data;
}

export interface CallOptions {
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One call to an address, through the agent that trusts its certificate. Rejects if the connection breaks. */
export function callAt<Data>(
  agent: HttpAgent,
  method: string,
  url: URL,
  { token, body, headers }: CallOptions = {},
): Promise<Answer<Data>> {
  const payload = body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : encode(body);
  const all = {
    ...(token === undefined ? {} : { authorization: token }),
    ...(payload === undefined ? {} : { 'content-type': typeOf(body), 'content-length': String(Buffer.byteLength(payload)) }),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const request = send(url, { method, agent, headers: all, timeout: 20_000 }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const isJson = response.headers['content-type']?.startsWith('application/json') === true;
        const envelope = (isJson ? JSON.parse(text) : {}) as { code?: number; message?: string; data: Data };
        const { code, message, data } = envelope;
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, code, message, data });
      });
    });
    request.on('error', reject);
    request.on('timeout', () => request.destroy(new Error(`${method} ${url.pathname}: no answer within 20 s`)));
    request.end(payload);
  });
}

const encode = (body: unknown): string => (body instanceof URLSearchParams ? body.toString() : JSON.stringify(body));

function typeOf(body: unknown): string {
  if (body instanceof URLSearchParams) return 'application/x-www-form-urlencoded';
  return typeof body === 'object' && !Buffer.isBuffer(body) ? 'application/json' : 'application/octet-stream';
}
