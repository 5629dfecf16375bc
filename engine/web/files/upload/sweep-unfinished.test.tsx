import { afterEach, expect, test } from 'vitest';
import { sweepUnfinished } from './sweep-unfinished.ts';
import { type Unfinished, unfinishedStore } from './unfinished-store.ts';

const hour = 3600 * 1000;
const target = { otcId: 'o', otcType: 't', fileSource: 's', fileAlias: 'a', name: 'a.txt', size: 1, chunkSize: 1 };
const uploadOf = (key: string, age: number): Unfinished => ({
  ...target,
  key,
  userId: `of ${key}`,
  window: 'w',
  uploadId: undefined,
  hashes: {},
  paused: false,
  at: Date.now() - age,
});
const isKept = async (key: string): Promise<boolean> => (await unfinishedStore.fileOf(key)) !== undefined;

afterEach(async () => {
  for (const key of ['old', 'new', 'alone']) await unfinishedStore.remove(key);
});

test('removes the uploads of every account that the server has removed, and files without an upload', async () => {
  const file = new File(['x'], 'a.txt');
  for (const [key, age] of [
    ['old', 25 * hour],
    ['new', 23 * hour],
  ] as const) {
    await unfinishedStore.write(uploadOf(key, age));
    await unfinishedStore.keepFile(key, file);
  }
  await unfinishedStore.keepFile('alone', file);
  sweepUnfinished();
  await expect.poll(() => isKept('old')).toBe(false);
  expect([await isKept('alone'), await isKept('new')]).toEqual([false, true]);
  // A record of yesterday that was left would be found by a list of yesterday.
  expect(await unfinishedStore.list('of old', Date.now() - 2 * hour)).toEqual([]);
  expect(await unfinishedStore.list('of new')).toHaveLength(1);
});
