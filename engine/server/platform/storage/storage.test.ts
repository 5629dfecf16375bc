import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openS3 } from '../../testing/open-s3.ts';
import { folderStorage } from './folder-storage.ts';
import { newKey } from './new-key.ts';
import { s3Storage } from './s3-storage.ts';
import type { Storage } from './storage.ts';

let folder: string;
let storage: Storage;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'back-office-files-'));
  storage = await folderStorage(folder);
});
afterAll(async () => {
  await storage.close();
  await rm(folder, { recursive: true, force: true });
});

async function put(...blocks: Buffer[]): Promise<string> {
  const key = newKey();
  const object = await storage.create(key);
  for (const block of blocks) await object.write(block);
  await object.close();
  return key;
}

describe('a folder', () => {
  it('returns what was written, in full and by range, even if the buffer was used again', async () => {
    const block = Buffer.from('first');
    const key = newKey();
    const object = await storage.create(key);
    await object.write(block);
    block.write('again');
    await object.write(block);
    await object.close();
    expect(await storage.size(key)).toBe(10);
    expect(String(await buffer(await storage.read(key)))).toBe('firstagain');
    expect(String(await buffer(await storage.read(key, { start: 3, end: 6 })))).toBe('stag');
  });

  it('keeps nothing of an aborted object, and accepts the removal of an object twice', async () => {
    const files = async (): Promise<number> =>
      (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;
    const before = await files();
    const object = await storage.create(newKey());
    await object.write(Buffer.alloc(1000));
    await object.abort();
    const key = await put(Buffer.from('x'));
    await storage.remove(key);
    await storage.remove(key);
    expect(await storage.size(key)).toBeUndefined();
    await expect(storage.read(key)).rejects.toThrow();
    expect(await files()).toBe(before);
  });

  it('accepts no path as a key', async () => {
    for (const key of ['..', '../x', '/etc/passwd', 'ab/../../x', 'ab\\x', '', 'ab/\0']) {
      await expect(storage.create(key)).rejects.toThrow('no key');
      await expect(storage.read(key)).rejects.toThrow('no key');
    }
  });

  it('refuses more than there is space for', async () => {
    await storage.makeSure(1);
    await expect(storage.makeSure(2 ** 60)).rejects.toThrow('存储空间不足');
  });
});

describe('an S3 store', () => {
  it('drops unfinished uploads left by a crash, and keeps those in progress and what is complete', async () => {
    const s3 = await openS3();
    const store = s3Storage(s3);
    try {
      const half = async () => (await store.create(newKey())).write(Buffer.alloc(9 * 1024 * 1024));
      await half();
      const begun = new Date();
      await wait(5);
      const key = newKey();
      const object = await store.create(key);
      await object.write(Buffer.alloc(9 * 1024 * 1024));
      const unfinished = async () =>
        (await readdir(s3.directory, { recursive: true })).filter((path) => /_uploads\/[^/]+$/.test(path)).length;
      expect(await unfinished()).toBe(2);
      await store.clearUnfinished(begun);
      expect(await unfinished()).toBe(1);
      await object.close();
      expect(await store.size(key)).toBe(9 * 1024 * 1024);
      expect(await unfinished()).toBe(0);
    } finally {
      await store.close();
      await s3.drop();
    }
  });
});
