import type { FileRecord } from '@back-office/contract/calls/file.ts';
import { afterEach, expect, test } from 'vitest';
import { signInAs } from '../../testing/sign-in-as.ts';
import { stubSending } from '../../testing/stub-sending.ts';
import { Refusal, stubServer, type Call } from '../../testing/stub-server.ts';
import { unfinishedStore } from './unfinished-store.ts';
import { uploads } from './uploads.ts';
import { uploadUrl } from './upload-target.ts';
import { windowId } from './window-id.ts';

const stored = { id: 'f', fileName: 'a.pdf', filePath: '/files/f' } as FileRecord;
const target = { url: uploadUrl, otcId: '1', otcType: 'sys/msg', fileSource: 'Server', fileAlias: '', chunkSize: 1000 };
const file = new File([new Uint8Array(500)], 'a.pdf');
const keysOf = (calls: readonly Call[]) => calls.map(({ path, headers }) => `${path} ${headers.get('Idempotency-Key') ?? ''}`);
const states = () => uploads.get().map(({ state }) => state);

/** The server looks for the bytes as `answers` say, in order; the files that are sent are counted. */
function serve(...answers: (() => unknown)[]): { calls: Call[]; sent: () => number } {
  let sent = 0;
  stubSending(() => {
    sent += 1;
    return { text: JSON.stringify({ success: true, code: 20000, message: '操作成功', data: stored }) };
  });
  return { calls: stubServer({ 'POST /api/file/save-known': () => answers.shift()?.() }), sent: () => sent };
}

afterEach(() => {
  for (const { key } of uploads.get()) uploads.remove(key);
});

const unknown = [
  ['is lost', new TypeError('Failed to fetch')],
  ['leaves open whether it was stored', new Refusal('unavailable')],
] as const;

test.each(unknown)('the server is asked again, by the same key, when its answer %s', async (_, failure) => {
  const fail = () => {
    throw failure;
  };
  const { calls, sent } = serve(fail, () => stored);
  const key = uploads.add(file, target);
  await expect.poll(states).toEqual(['waiting']);
  await expect.poll(states).toEqual([]);
  expect([keysOf(calls), sent()]).toEqual([Array.from({ length: 2 }, () => `/api/file/save-known ${key}`), 0]);
});

test('after a reload it is asked by the key that it was asked by before', async () => {
  const { calls, sent } = serve(() => stored);
  const userId = signInAs();
  const kept = { key: 'k', userId, window: windowId(), ...target, name: file.name, size: file.size };
  await unfinishedStore.write({ ...kept, uploadId: undefined, hashes: {}, paused: false, at: Date.now() });
  await unfinishedStore.keepFile('k', file);
  await uploads.restore();
  await expect.poll(() => keysOf(calls)).toEqual(['/api/file/save-known k']);
  await expect.poll(states).toEqual([]);
  expect(sent()).toBe(0);
});

test('the file is sent when the server refuses to look for its bytes', async () => {
  const { sent } = serve(() => {
    throw new Refusal('tooMany');
  });
  uploads.add(file, target);
  await expect.poll(sent).toBe(1);
  await expect.poll(states).toEqual([]);
});
