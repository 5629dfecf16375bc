import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';
import { allowedAddresses, type Resolve } from './target-address.ts';

/** The result of one attempt: an answer, or why there is none. */
export interface Attempt {
  readonly status?: number;
  readonly answer?: string;
  readonly reason?: string;
  /** Milliseconds. */
  readonly duration: number;
}

export interface Posting {
  readonly resolve: Resolve;
  readonly allowPrivate: boolean;
  readonly signal: AbortSignal;
  /** Maximum duration of an attempt in milliseconds, from the first byte to the last. */
  readonly timeout: number;
}

/** Only this many bytes of an answer are read and stored. */
const maxAnswerBytes = 2048;

/** Posts a body to the validated address. Follows no redirects, keeps no connection, and ends in time whatever the receiver does. */
export async function postJson(url: URL, body: string, headers: Readonly<Record<string, string>>, posting: Posting): Promise<Attempt> {
  const start = performance.now();
  const duration = (): number => Math.round(performance.now() - start);
  try {
    const addresses = await allowedAddresses(url.hostname, posting);
    const signal = AbortSignal.any([posting.signal, AbortSignal.timeout(posting.timeout)]);
    return { ...(await send(url, body, headers, { addresses, signal })), duration: duration() };
  } catch (error) {
    posting.signal.throwIfAborted();
    return { reason: reasonOf(error), duration: duration() };
  }
}

async function send(
  url: URL,
  body: string,
  headers: Readonly<Record<string, string>>,
  { addresses, signal }: { addresses: readonly string[]; signal: AbortSignal },
): Promise<Pick<Attempt, 'status' | 'answer'>> {
  const bytes = Buffer.from(body);
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method: 'POST',
      agent: false,
      lookup: pinned(addresses),
      signal,
      maxHeaderSize: 8192,
      headers: {
        'content-type': 'application/json',
        'content-length': String(bytes.length),
        'user-agent': 'back-office-webhook/1',
        accept: '*/*',
        connection: 'close',
        ...headers,
      },
    });
    request.once('error', reject);
    // A receiver that switches protocols has answered, but Node reports neither a response nor an error.
    request.once('upgrade', ({ statusCode = 0 }, socket) => {
      socket.destroy();
      resolve({ status: statusCode, answer: '' });
    });
    request.once('response', (response) => {
      const parts: Buffer[] = [];
      let size = 0;
      // An answer counts once its status line has arrived; an endless body costs no more than these bytes.
      const done = (): void => {
        resolve({ status: response.statusCode ?? 0, answer: textOf(Buffer.concat(parts).subarray(0, maxAnswerBytes)) });
        request.destroy();
      };
      response.on('data', (part: Buffer) => {
        parts.push(part);
        size += part.length;
        if (size >= maxAnswerBytes) done();
      });
      request.off('error', reject).on('error', done);
      response.once('end', done);
      response.once('error', done);
      response.once('close', done);
    });
    request.end(bytes);
  });
}

/** Resolves every name to the validated addresses, without a further DNS query. */
function pinned(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_host, options, callback) => {
    const [first] = found;
    if (options.all === true) callback(null, found);
    else callback(null, first?.address ?? '', first?.family);
  };
}

/** Text that can be stored in the database. */
const textOf = (bytes: Buffer): string => bytes.toString('utf8').replaceAll('\0', '�').toWellFormed();

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return '推送失败';
  if (error.name === 'TargetRefused') return error.message;
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return '接收方没有在规定时间内答复';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const known = Object.hasOwn(reasons, code) ? reasons[code] : undefined;
  return `${known ?? '连接失败'}${code === '' ? '' : `（${code.slice(0, 60)}）`}`;
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: '接收方拒绝连接',
  ECONNRESET: '接收方断开了连接',
  EHOSTUNREACH: '无法到达接收方',
  ENETUNREACH: '无法到达接收方',
  ETIMEDOUT: '连接接收方超时',
};
