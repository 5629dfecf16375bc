import type { FileRecord } from '@back-office/contract/calls/file.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { signInAs } from '../../testing/sign-in-as.ts';
import { stubServer } from '../../testing/stub-server.ts';
import { uploads } from './uploads.ts';
import { uploadUrl } from './upload-target.ts';

const stored = { id: '1', fileName: 'a.pdf', filePath: '/files/1' } as FileRecord;
/** Uploads a file whose bytes the server has, and waits until it is stored. */
async function upload(otcId: string): Promise<void> {
  stubServer({ 'POST /api/file/save-known': stored });
  const target = { url: uploadUrl, otcId, otcType: '', fileSource: 'Server', fileAlias: '', chunkSize: 1000 };
  uploads.add(new File(['a'], 'a.pdf'), target);
  await expect.poll(uploads.get).toEqual([]);
}
/** What a page that is opened now is told at once. */
function told(otcId = ''): string[] {
  const ids: string[] = [];
  uploads.onStored(
    (one) => one.otcId === otcId,
    ({ id }) => ids.push(id),
  )();
  return ids;
}

beforeEach(() => sessionStorage.clear());

describe('a file that is stored while nobody listens', () => {
  test('is told to the next listener, once', async () => {
    await upload('');
    expect(told()).toEqual(['1']);
    expect(told()).toEqual([]);
  });

  test('is kept over a reload', async () => {
    await upload('');
    expect(Object.values(sessionStorage).join(' ')).toContain('"id":"1"');
  });

  test('is kept from a listener to other uploads, and from another person', async () => {
    await upload('');
    expect(told('7')).toEqual([]);
    signInAs();
    expect(told()).toEqual([]);
  });

  test('is not kept if it has an owner, whose files the server lists', async () => {
    await upload('7');
    expect(told('7')).toEqual([]);
  });
});

test('a file that a listener was told of is not kept', async () => {
  const stop = uploads.onStored(
    () => true,
    () => undefined,
  );
  await upload('');
  stop();
  expect(told()).toEqual([]);
});
