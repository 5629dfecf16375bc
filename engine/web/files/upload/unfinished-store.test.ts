import { expect, it, vi } from 'vitest';
import type { Unfinished } from './unfinished-store.ts';

const target = { otcId: 'o', otcType: 't', fileSource: 's', fileAlias: 'a' };
const file = { name: 'a.txt', size: 1, chunkSize: 1, uploadId: undefined };
const one: Unfinished = { ...target, ...file, key: 'k', userId: 'u', window: 'w', hashes: {}, paused: false, at: Date.now() };

/** How browsers behave in private windows without storage. */
const absent = {
  'it does not exist': undefined,
  'opening it is denied': {
    open: () => {
      throw new DOMException('denied', 'SecurityError');
    },
  },
};

it.each(Object.entries(absent))('stores nothing and never throws without IndexedDB: %s', async (_, indexedDB) => {
  vi.resetModules();
  vi.stubGlobal('indexedDB', indexedDB);
  const { unfinishedStore } = await import('./unfinished-store.ts');
  await unfinishedStore.write(one);
  await unfinishedStore.keepFile('k', new File(['x'], 'a.txt'));
  await unfinishedStore.remove('k');
  expect([await unfinishedStore.list('u'), await unfinishedStore.fileOf('k')]).toEqual([[], undefined]);
  vi.unstubAllGlobals();
});
