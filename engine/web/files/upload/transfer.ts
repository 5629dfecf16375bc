import { chunkCount, chunkRange } from './chunk-plan.ts';
import { UploadError } from './upload-error.ts';
import { type RetryEvents, type RetryParts, type Retrying, withRetries } from './with-retries.ts';

/** One chunk to be sent. */
export interface ChunkToSend {
  /** The upload's id; undefined for the first chunk, whose answer contains it. */
  id: string | undefined;
  index: number;
  totalChunks: number;
  blob: Blob;
  hash: string;
}

/** The answer to a chunk: received, or for the last one the record of the whole file. */
export type ChunkAnswer<Stored> = { id: string; received: number[] } | { stored: Stored };

/** The calls of a transfer; the signal aborts all of them. */
export interface TransferParts<Stored> extends RetryParts {
  send: (chunk: ChunkToSend, signal: AbortSignal, onBytes: (bytes: number) => void) => Promise<ChunkAnswer<Stored>>;
  /** The chunks that the server has of an earlier upload; rejects with an UploadError `gone` if it is unknown. */
  received: (id: string, signal: AbortSignal) => Promise<number[]>;
  hash: (blob: Blob, signal: AbortSignal) => Promise<string>;
}

export interface TransferEvents extends RetryEvents {
  /** Bytes received or being sent. */
  onSent: (bytes: number) => void;
  /** The id under which the server knows the upload. */
  onId: (id: string | undefined) => void;
  onChunk: (index: number, hash: string) => void;
}

export interface TransferOptions {
  file: Blob;
  chunkSize: number;
  /** An upload to be resumed. */
  id?: string | undefined;
  signal: AbortSignal;
}

/** Chunks sent concurrently. */
const concurrentChunks = 3;

/**
 * Sends a file in chunks and returns its record (docs/spec.md 7; docs/wire.md "Files"). The first chunk is sent alone, since its answer contains the
 * id; then three are sent at a time. Rejects with an UploadError, or with the signal's reason.
 */
export async function transfer<Stored>(options: TransferOptions, parts: TransferParts<Stored>, events: TransferEvents): Promise<Stored> {
  const { file, chunkSize } = options;
  const control = new AbortController();
  const signal = AbortSignal.any([options.signal, control.signal]);
  const totalChunks = chunkCount(file.size, chunkSize);
  const flying = new Map<number, number>();
  const done = new Set<number>();
  const sizeOf = (index: number) => lengthOf(chunkRange(index, file.size, chunkSize));
  const tell = () => events.onSent([...done].reduce((sum, index) => sum + sizeOf(index), 0) + sumOf(flying.values()));

  /** Sends one chunk, with retries; returns the record if it was the last. */
  const sendChunk = async (id: string | undefined, index: number): Promise<ChunkAnswer<Stored>> => {
    const { start, end } = chunkRange(index, file.size, chunkSize);
    const blob = file.slice(start, end);
    const hash = await parts.hash(blob, signal);
    const answer = await withRetries(
      () =>
        parts.send({ id, index, totalChunks, blob, hash }, signal, (bytes) => {
          flying.set(index, Math.min(bytes, end - start));
          tell();
        }),
      { parts, events, signal, onFailed: () => flying.delete(index) },
    );
    flying.delete(index);
    done.add(index);
    events.onChunk(index, hash);
    tell();
    return answer;
  };

  try {
    let { id } = options;
    if (id !== undefined) {
      const known = await receivedOf(id, { parts, events, signal });
      if (known === undefined) events.onId((id = undefined));
      else for (const index of known) done.add(index);
      tell();
    }
    if (id === undefined) {
      const first = await sendChunk(undefined, 0);
      if ('stored' in first) return first.stored;
      events.onId((id = first.id));
      for (const index of first.received) done.add(index);
    }
    return await sendRest(id, totalChunks, done, sendChunk);
  } catch (error) {
    // If one sender fails, the others stop.
    control.abort(error);
    throw error;
  }
}

async function sendRest<Stored>(
  id: string,
  totalChunks: number,
  done: ReadonlySet<number>,
  sendChunk: (id: string, index: number) => Promise<ChunkAnswer<Stored>>,
): Promise<Stored> {
  const missing = Array.from({ length: totalChunks }, (_, index) => index).filter((index) => !done.has(index));
  let stored: { stored: Stored } | undefined;
  const lane = async () => {
    for (let index = missing.shift(); index !== undefined; index = missing.shift()) {
      const answer = await sendChunk(id, index);
      if ('stored' in answer) stored = answer;
    }
  };
  await Promise.all(Array.from({ length: concurrentChunks }, lane));
  // All chunks had arrived, as after a lost last answer: sending the last chunk again is answered with the record.
  const answer = stored ?? (await sendChunk(id, totalChunks - 1));
  if ('stored' in answer) return answer.stored;
  throw new UploadError('failed', '服务器没有收齐文件，请重新上传');
}

interface Sending<Stored> extends Retrying {
  readonly parts: TransferParts<Stored>;
}

async function receivedOf<Stored>(id: string, sending: Sending<Stored>): Promise<number[] | undefined> {
  try {
    return await withRetries(() => sending.parts.received(id, sending.signal), sending);
  } catch (error) {
    if (error instanceof UploadError && error.kind === 'gone') return undefined;
    throw error;
  }
}

const lengthOf = ({ start, end }: { start: number; end: number }): number => end - start;
const sumOf = (numbers: Iterable<number>): number => [...numbers].reduce((sum, number) => sum + number, 0);
