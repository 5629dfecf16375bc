import { describe, expect, it } from 'vitest';
import { transfer, type ChunkToSend, type TransferEvents, type TransferParts } from './transfer.ts';
import { UploadError } from './upload-error.ts';
import { retryDelay } from './wait-to-retry.ts';

/** An in-memory server that implements docs/wire.md "Files": chunks in any order, harmless repetitions, the record with the last to arrive. */
function server({ failing = () => undefined }: { failing?: (chunk: ChunkToSend) => UploadError | undefined } = {}) {
  const chunks = new Map<number, Blob>();
  const sent: number[] = [];
  const waits: number[] = [];
  let open = 0;
  let most = 0;
  const parts: TransferParts<string> = {
    send: async (chunk, signal, onBytes) => {
      sent.push(chunk.index);
      most = Math.max(most, (open += 1));
      await new Promise((resolve) => setTimeout(resolve, 1));
      open -= 1;
      signal.throwIfAborted();
      const error = failing(chunk);
      if (error) throw error;
      if (chunk.id !== undefined && chunk.id !== 'U1') throw new UploadError('gone', '数据不存在或已被删除');
      onBytes(chunk.blob.size + 200);
      chunks.set(chunk.index, chunk.blob);
      if (chunks.size < chunk.totalChunks) return { id: 'U1', received: [...chunks.keys()] };
      const blobs = Array.from({ length: chunk.totalChunks }, (_, index) => chunks.get(index) ?? new Blob());
      return { stored: await new Blob(blobs).text() };
    },
    received: async (id) => {
      if (id !== 'U1') throw new UploadError('gone', '数据不存在或已被删除');
      return [...chunks.keys()];
    },
    hash: async (blob) => `hash of ${blob.size}`,
    wait: async (attempt) => void waits.push(attempt),
  };
  return { parts, chunks, sent, waits, most: () => most };
}

function watch() {
  const seen = {
    sent: [] as number[],
    ids: [] as (string | undefined)[],
    waiting: [] as (string | undefined)[],
    chunks: new Map<number, string>(),
  };
  const events: TransferEvents = {
    onSent: (bytes) => seen.sent.push(bytes),
    onId: (id) => seen.ids.push(id),
    onChunk: (index, hash) => seen.chunks.set(index, hash),
    onWaiting: (reason) => seen.waiting.push(reason),
  };
  return { seen, events };
}

const text = 'abcdefghijklmnopqrstuvwxyz';
const file = new Blob([text]);
const run = (parts: TransferParts<string>, events: TransferEvents, more: { id?: string; signal?: AbortSignal; chunkSize?: number } = {}) =>
  transfer({ file, chunkSize: 3, signal: new AbortController().signal, ...more }, parts, events);

describe('transfer', () => {
  it('sends the first chunk alone, then three at a time, and returns the record', async () => {
    const { parts, sent, most } = server();
    const { seen, events } = watch();
    expect(await run(parts, events)).toBe(text);
    expect(sent[0]).toBe(0);
    expect(sent.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(most()).toBe(3);
    expect(seen.ids).toEqual(['U1']);
    expect(seen.chunks.get(8)).toBe('hash of 2');
    expect(seen.sent.at(-1)).toBe(26);
    expect(Math.max(...seen.sent)).toBe(26);
  });

  it('sends a small file as one chunk', async () => {
    const { parts, sent } = server();
    expect(await run(parts, watch().events, { chunkSize: 100 })).toBe(text);
    expect(sent).toEqual([0]);
  });

  it('resumes with the chunks that the server does not have yet', async () => {
    const { parts, chunks, sent } = server();
    for (const index of [0, 1, 4]) chunks.set(index, file.slice(index * 3, index * 3 + 3));
    const { seen, events } = watch();
    expect(await run(parts, events, { id: 'U1' })).toBe(text);
    expect(sent.toSorted((a, b) => a - b)).toEqual([2, 3, 5, 6, 7, 8]);
    expect(seen.sent[0]).toBe(9);
  });

  it('requests the record again if the answer with it was lost', async () => {
    const { parts, chunks, sent } = server();
    for (let index = 0; index < 9; index += 1) chunks.set(index, file.slice(index * 3, index * 3 + 3));
    expect(await run(parts, watch().events, { id: 'U1' })).toBe(text);
    expect(sent).toEqual([8]);
  });

  it('starts over if the server no longer knows the upload', async () => {
    const { seen, events } = watch();
    expect(await run(server().parts, events, { id: 'swept' })).toBe(text);
    expect(seen.ids).toEqual([undefined, 'U1']);
  });

  it('waits for a lost network for as long as it takes', async () => {
    let failures = 0;
    const { parts, waits } = server({
      failing: ({ index }) => (index === 4 && (failures += 1) < 12 ? new UploadError('lost', '网络异常') : undefined),
    });
    const { seen, events } = watch();
    expect(await run(parts, events)).toBe(text);
    expect(waits).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(seen.waiting.slice(0, 2)).toEqual(['网络异常', undefined]);
  });

  it('gives up on a busy server after five retries', async () => {
    const { parts, waits } = server({ failing: () => new UploadError('busy', '服务暂不可用，请稍后再试') });
    await expect(run(parts, watch().events)).rejects.toMatchObject({ message: '服务暂不可用，请稍后再试' });
    expect(waits).toEqual([1, 2, 3, 4, 5]);
  });

  it('stops all lanes when the server refuses the file', async () => {
    const { parts, sent } = server({ failing: ({ index }) => (index === 2 ? new UploadError('refused', '存储空间不足') : undefined) });
    await expect(run(parts, watch().events)).rejects.toMatchObject({ kind: 'refused', message: '存储空间不足' });
    const before = sent.length;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(sent.length).toBe(before);
    expect(before).toBeLessThan(9);
  });

  it('stops at once when it is aborted', async () => {
    const control = new AbortController();
    const { parts } = server();
    const { seen, events } = watch();
    const going = run(
      parts,
      { ...events, onChunk: (index, hash) => (events.onChunk(index, hash), control.abort()) },
      { signal: control.signal },
    );
    await expect(going).rejects.toMatchObject({ name: 'AbortError' });
    expect(seen.chunks.size).toBe(1);
  });
});

it('doubles the retry delay each time, up to half a minute, or uses the delay that the server asks for', () => {
  expect([1, 2, 3, 6, 40].map((attempt) => retryDelay(attempt, undefined))).toEqual([1000, 2000, 4000, 30_000, 30_000]);
  expect(retryDelay(1, 7000)).toBe(7000);
});
