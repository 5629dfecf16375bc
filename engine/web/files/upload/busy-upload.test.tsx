import type { FileRecord } from '@back-office/contract/calls/file.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { liveStore } from '../../platform/live/live-store.ts';
import { sessionStore } from '../../platform/session/session-store.ts';
import { liveTicket, stubLive } from '../../testing/stub-live.ts';
import { stubSending } from '../../testing/stub-sending.ts';
import { stubServer } from '../../testing/stub-server.ts';
import { unfinishedStore } from './unfinished-store.ts';
import { uploads } from './uploads.ts';
import { uploadUrl } from './upload-target.ts';

/* A proxy without a server behind it: the server keeps the chunks that it has. */
const stored = { id: '1', fileName: 'a.pdf', filePath: '/files/1' } as FileRecord;
const target = { url: uploadUrl, otcId: '1', otcType: 'sys/msg', fileSource: 'Server', fileAlias: '', chunkSize: 1000 };
let down: boolean;
let sent: number;

/** The first chunk is accepted, the second while the server is there. */
const answer = (form: FormData) => {
  sent += 1;
  const isFirst = form.get('currentChunk') === '0';
  if (down && !isFirst) return { status: 502, text: '' };
  return { text: JSON.stringify({ success: true, code: 20000, message: '操作成功', data: isFirst ? { id: '1', received: [0] } : stored }) };
};

beforeEach(() => {
  stubServer({
    ...liveTicket,
    'DELETE /api/file/upload/1': null,
    'POST /api/file/save-known': null,
    'GET /api/file/upload/1': { id: '1', totalChunks: 2, received: [0] },
  });
  stubSending(answer);
  [down, sent] = [true, 0];
});
afterEach(() => {
  vi.useRealTimers();
  for (const { key } of uploads.get()) uploads.remove(key);
});

const now = () => uploads.get().map(({ state, reason }) => `${state} ${reason ?? ''}`);
const add = () => uploads.add(new File([new Uint8Array(1500)], 'a.pdf'), target);

/** An upload that is refused until it is paused. */
async function addRefused(): Promise<string> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const key = add();
  // Each retry waits twice as long as the one before; by small steps, or a slow machine's answer would count as interrupted.
  await expect.poll(() => (vi.advanceTimersByTime(1_000), sent)).toBe(7);
  await expect.poll(now).toEqual(['paused 服务器繁忙，已暂停']);
  vi.useRealTimers();
  return key;
}

test('an upload that a proxy refuses for longer than it is retried is paused, and resumes with what has arrived', async () => {
  const key = await addRefused();
  const { userId } = sessionStore.get();
  await expect
    .poll(async () => (await unfinishedStore.list(userId)).find((one) => one.key === key))
    .toMatchObject({ paused: false, uploadId: '1' });
  expect(await unfinishedStore.fileOf(key)).toBeInstanceOf(File);
  down = false;
  await uploads.resume(key);
  await expect.poll(now).toEqual([]);
  expect(sent).toBe(8);
});

test('an upload that was paused because the server could not be reached goes on once the page is connected again, and no other', async () => {
  const live = await stubLive();
  await addRefused();
  uploads.pause(add());
  expect(now()).toEqual(['paused 服务器繁忙，已暂停', 'paused ']);
  live.lose();
  down = false;
  liveStore.wake();
  await expect.poll(liveStore.get).toBe('connecting');
  await expect.poll(() => (live.welcome(), liveStore.get())).toBe('connected');
  await expect.poll(now).toEqual(['paused ']);
});
