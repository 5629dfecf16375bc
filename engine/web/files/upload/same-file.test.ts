import { expect, it } from 'vitest';
import { sameFile } from './same-file.ts';

const hash = (blob: Blob): Promise<string> => blob.text();
const begun = { size: 8, chunkSize: 3, hashes: { 0: 'abc', 2: 'gh' } };

it('recognises a file by its size and the bytes that have already arrived', async () => {
  expect(await sameFile(new Blob(['abcdefgh']), begun, hash)).toBe(true);
  expect(await sameFile(new Blob(['abcXXXgh']), begun, hash)).toBe(true);
  expect(await sameFile(new Blob(['abcdefgX']), begun, hash)).toBe(false);
  expect(await sameFile(new Blob(['abcdefgh+']), begun, hash)).toBe(false);
});
