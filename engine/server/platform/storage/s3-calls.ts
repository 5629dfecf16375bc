import { Readable } from 'node:stream';
import { S3Client } from '@aws-sdk/client-s3';
import type { S3Settings } from '../s3-settings.ts';

/** Time limits of calls to a store, in milliseconds. */
export interface S3Limits {
  /** Until the connection is open. */
  readonly connect: number;
  /** Until the answer to a call without bytes, including all attempts: less than a transaction may wait at the start. */
  readonly answer: number;
  /** Without progress while bytes are sent or awaited; a byte now and then does not count. */
  readonly idle: number;
  /** For a whole call with bytes. */
  readonly send: number;
  /** For all running calls when the server stops: less than its grace period. */
  readonly stop: number;
}

const usualLimits: S3Limits = { connect: 3000, answer: 8000, idle: 15_000, send: 600_000, stop: 6000 };
/** Bytes that extend a reader's wait by a millisecond: 32 KiB restore all of the usual limit. */
const bytesPerMs = 2.2;

type Options = { readonly abortSignal: AbortSignal };
type Call<Answer> = (client: S3Client, options: Options) => Promise<Answer>;

/** Calls to an S3 store, none of which waits forever: a store may accept a connection and never answer. */
export class S3Calls {
  readonly #limits: S3Limits;
  readonly #queryClient: S3Client;
  readonly #readingClient: S3Client;
  readonly #transferClient: S3Client;
  readonly #stopController = new AbortController();

  constructor(settings: S3Settings, limits: S3Limits = usualLimits) {
    const { connect: connectionTimeout, idle: socketTimeout } = limits;
    this.#limits = limits;
    // No socket timeout of its own: that would also run while a slow reader is awaited.
    const requestHandler = { connectionTimeout, socketTimeout: 0 };
    this.#queryClient = new S3Client({ ...clientSettings(settings), maxAttempts: 3, requestHandler });
    // Each reader keeps its socket as long as it reads, and nobody may wait for it.
    const agent = { maxSockets: Number.POSITIVE_INFINITY };
    this.#readingClient = new S3Client({
      ...clientSettings(settings),
      maxAttempts: 3,
      requestHandler: { ...requestHandler, httpAgent: agent, httpsAgent: agent },
    });
    this.#transferClient = new S3Client({
      ...clientSettings(settings),
      maxAttempts: 2,
      requestHandler: { connectionTimeout, socketTimeout },
    });
    // Bytes are sent again at once if a connection broke, but not if the store was silent: the caller has already waited that long.
    this.#transferClient.middlewareStack.add((next) => (args) => next(args).catch(renameTimeout), { step: 'deserialize' });
  }

  /** A call that asks for bytes, which may be read slowly (`read`). Rejects if the answer does not begin in time. */
  open<Answer>(call: Call<Answer>): Promise<Answer> {
    return this.request(call, this.#readingClient);
  }

  /** A call without bytes. Rejects if the answer does not begin in time. */
  async request<Answer>(call: Call<Answer>, client = this.#queryClient): Promise<Answer> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), this.#limits.answer);
    try {
      return await call(client, { abortSignal: AbortSignal.any([late.signal, this.#stopController.signal]) });
    } catch (error) {
      throw late.signal.aborted ? silenceError(this.#limits.answer, error) : error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** A call that sends bytes to the store: it may take far longer than a query, as long as they progress. */
  send<Answer>(call: Call<Answer>): Promise<Answer> {
    return call(this.#transferClient, {
      abortSignal: AbortSignal.any([AbortSignal.timeout(this.#limits.send), this.#stopController.signal]),
    });
  }

  /** An answer's bytes; they end with an error if none arrive for a while although the reader waits. */
  read(body: Readable): Readable {
    const bytes = Readable.from(withIdleTimeout(body, this.#limits.idle), { objectMode: false, highWaterMark: 256 * 1024 });
    // The iteration may be waiting for a silent store.
    return bytes.once('close', () => body.destroy());
  }

  /** Lets running calls continue for a moment, and refuses new ones. */
  stop(): void {
    setTimeout(() => this.#stopController.abort(new Error('The server stops')), this.#limits.stop).unref();
  }

  close(): void {
    this.#stopController.abort(new Error('The storage is closed'));
    for (const client of [this.#queryClient, this.#readingClient, this.#transferClient]) client.destroy();
  }
}

const clientSettings = ({ endpoint, region, accessKeyId, secretAccessKey }: S3Settings) =>
  ({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Self-hosted stores rarely have a host name for each bucket, and many support no checksums but those of the
    // protocol's first version.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  }) as const;

async function* withIdleTimeout(body: Readable, idleMs: number): AsyncGenerator<Buffer> {
  const blocks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  for (let remainingMs = idleMs; ;) {
    const [begun, timer] = [performance.now(), setTimeout(() => body.destroy(silenceError(idleMs)), remainingMs)];
    const { value, done } = await blocks.next().finally(() => clearTimeout(timer));
    if (done === true) return;
    remainingMs = Math.min(idleMs, remainingMs - (performance.now() - begun) + value.length / bytesPerMs);
    yield value;
  }
}

/** Renames the error: the library retries those with this name. */
function renameTimeout(error: Error): never {
  throw error.name === 'TimeoutError' ? new Error(error.message) : error;
}

const silenceError = (ms: number, cause?: unknown): Error => new Error(`it was silent for ${ms / 1000} s`, { cause });
