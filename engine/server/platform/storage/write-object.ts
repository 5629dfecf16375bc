import type { Storage } from './storage.ts';

/**
 * Writes a stream as an object under that key, and returns its size in bytes; aborts with the signal's reason. An
 * incomplete object is removed, as far as the store allows at that time.
 */
export async function writeObject(storage: Storage, key: string, stream: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<number> {
  const object = await storage.create(key);
  let size = 0;
  try {
    for await (const block of stream) {
      signal.throwIfAborted();
      await object.write(block);
      size += block.length;
    }
    signal.throwIfAborted();
    await object.close();
  } catch (error) {
    await object.abort().catch(() => undefined);
    throw error;
  }
  return size;
}
