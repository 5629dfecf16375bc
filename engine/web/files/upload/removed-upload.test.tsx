import type { FileRecord } from '@back-office/contract/calls/file.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sessionStore } from '../../platform/session/session-store.ts';
import { deferredAnswer } from '../../testing/deferred-answer.ts';
import { signInAs } from '../../testing/sign-in-as.ts';
import { stubSending } from '../../testing/stub-sending.ts';
import { Refusal, stubServer, type Call } from '../../testing/stub-server.ts';
import { unfinishedStore } from './unfinished-store.ts';
import { uploads } from './uploads.ts';
import { uploadUrl } from './upload-target.ts';

/* An upload is removed while the server stores it: its answer, if any, comes when nobody waits for it. */
const stored = { id: 'f', fileName: 'a.pdf', filePath: '/files/f' } as FileRecord;
const target = { url: uploadUrl, otcId: '1', otcType: 'sys/msg', fileSource: 'Server', fileAlias: '', chunkSize: 1000 };
const enveloped = (data: unknown) => ({ text: JSON.stringify({ success: true, code: 20000, message: '操作成功', data }) });
const gone = () => {
  throw new Refusal('gone');
};

let calls: Call[];
let sent = 0;
let told: string[] = [];
let stop: () => void;

/** Answers chunks by `answers`, in order; `known` is the answer of save-known. */
function serve(answers: (() => unknown)[], known: unknown = null, more: Record<string, unknown> = {}): void {
  calls = stubServer({ 'POST /api/file/save-known': known, 'DELETE /api/file/delete': null, ...more });
  stubSending(async () => enveloped(await answers[(sent += 1) - 1]?.()));
}
const add = (size: number) => uploads.add(new File([new Uint8Array(size)], 'a.pdf'), target);
const made = () => calls.map(({ method, path, query }) => `${method} ${path} ${query.toString()}`.trim());
const deleted = 'DELETE /api/file/delete id=f';
const asked = () => made().filter((call) => call === 'POST /api/file/save-known').length;
const cut = () => {
  throw new TypeError('Failed to fetch');
};

/** From now on each chunk is sent whole, and its connection then breaks. */
function breakSending(): void {
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends XMLHttpRequest {
      override send(form: FormData): void {
        super.send(form);
        this.dispatchEvent(new Event('error'));
      }
    },
  );
}

/** Lets the retries of ten minutes pass. */
const tenMinutes = () => vi.advanceTimersByTimeAsync(600_000);
const fakeTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
const states = () => uploads.get().map(({ state }) => state);

beforeEach(() => {
  [sent, told] = [0, []];
  stop = uploads.onStored(
    () => true,
    ({ id }) => told.push(id),
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  stop();
  for (const { key } of uploads.get()) uploads.remove(key);
});

test('a file that is removed once all of its bytes are sent is deleted as soon as it is stored', async () => {
  const { answer, release } = deferredAnswer(stored);
  serve([answer]);
  const key = add(500);
  await expect.poll(() => sent).toBe(1);
  uploads.remove(key);
  expect(uploads.get()).toEqual([]);
  release();
  await expect.poll(made).toContain(deleted);
  expect(told).toEqual([]);
});

test('so is one whose answer is lost before', async () => {
  const { answer, release } = deferredAnswer(stored);
  serve([answer]);
  const key = add(500);
  await expect.poll(() => sent).toBe(1);
  uploads.pause(key);
  release();
  serve([() => stored, () => stored]);
  uploads.remove(key);
  await expect.poll(made).toContain(deleted);
  expect([sent, told]).toEqual([2, []]);
});

test('a file of several chunks that is removed with its last chunk under way is deleted if it is stored already', async () => {
  const state = { id: 'u', totalChunks: 2, received: [0, 1], file: stored };
  const never = () => new Promise(() => undefined);
  serve([() => ({ id: 'u', received: [0] }), never], null, { 'DELETE /api/file/upload/u': gone, 'GET /api/file/upload/u': state });
  const key = add(1500);
  await expect.poll(() => sent).toBe(2);
  uploads.remove(key);
  await expect.poll(made).toContain(deleted);
});

test('an upload that is removed before its first chunk is answered is ended on the server too', async () => {
  const { answer, release } = deferredAnswer({ id: 'u', received: [0] });
  serve([answer], null, { 'DELETE /api/file/upload/u': null });
  const key = add(1500);
  await expect.poll(() => sent).toBe(1);
  uploads.remove(key);
  release();
  await expect.poll(made).toContain('DELETE /api/file/upload/u');
  expect([sent, made().includes(deleted)]).toEqual([1, false]);
});

test.each([true, false])('an upload that is removed while the server looks for its bytes sends none (known: %s)', async (isKnown) => {
  const { answer, release } = deferredAnswer(isKnown ? stored : null);
  let answered = false;
  serve([], () => answer().finally(() => (answered = true)));
  const key = add(500);
  await expect.poll(made).toContain('POST /api/file/save-known');
  uploads.remove(key);
  release();
  await expect.poll(() => answered).toBe(true);
  if (isKnown) await expect.poll(made).toContain(deleted);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect([made().includes(deleted), sent, told]).toEqual([isKnown, 0, []]);
});

test('a file that another window has stored meanwhile is not deleted with its row here', async () => {
  const { userId } = sessionStore.get();
  const unfinished = { name: 'b.pdf', size: 9, chunkSize: 9, uploadId: 'u', hashes: {}, paused: false, at: Date.now() };
  const owner = { key: 'b', userId, window: 'another', otcId: '1', otcType: 'sys/msg', fileSource: 'Server', fileAlias: '' };
  serve([], null, { 'DELETE /api/file/upload/u': gone });
  await unfinishedStore.write({ ...owner, ...unfinished });
  await uploads.restore();
  uploads.remove('b');
  await expect.poll(made).toContain('DELETE /api/file/upload/u');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(made()).not.toContain('GET /api/file/upload/u');
});

test('a file that the server may know is asked for again after it was removed, and deleted', async () => {
  const answers = [cut, () => stored];
  serve([], () => answers.shift()?.());
  const key = add(500);
  await expect.poll(states).toEqual(['waiting']);
  uploads.remove(key);
  await expect.poll(made).toContain(deleted);
  expect([asked(), sent, told]).toEqual([2, 0, []]);
});

test('it is asked for a few times only, and without a network not before there is one again', async () => {
  serve([], cut);
  fakeTimers();
  const key = add(500);
  await expect.poll(states).toEqual(['waiting']);
  uploads.remove(key);
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await tenMinutes();
  expect(asked()).toBe(2);
  online.mockReturnValue(true);
  dispatchEvent(new Event('online'));
  await tenMinutes();
  expect([asked(), sent]).toEqual([7, 0]);
});

test('it is not asked for in the session of somebody else', async () => {
  serve([], cut);
  fakeTimers();
  const key = add(500);
  await expect.poll(states).toEqual(['waiting']);
  uploads.remove(key);
  signInAs({ account: 'lin' });
  await tenMinutes();
  expect(asked()).toBe(1);
});

test('nothing is asked about a file that was removed before there was a network', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const answers = [cut, () => stored];
  serve([], () => answers.shift()?.());
  fakeTimers();
  const key = add(500);
  await expect.poll(states).toEqual(['waiting']);
  uploads.remove(key);
  dispatchEvent(new Event('online'));
  await tenMinutes();
  expect([asked(), sent, told]).toEqual([1, 0, []]);
});

test.each([true, false])('a chunk that may have arrived is sent again a few times only (paused before: %s)', async (isPaused) => {
  serve(Array.from({ length: 99 }, () => () => new Promise(() => undefined)));
  breakSending();
  fakeTimers();
  const key = add(500);
  await expect.poll(states).toEqual(['waiting']);
  if (isPaused) uploads.pause(key);
  uploads.remove(key);
  await expect.poll(async () => (await vi.advanceTimersByTimeAsync(5_000), sent)).toBe(7);
  await tenMinutes();
  expect(sent).toBe(7);
});

test('a chunk that may have arrived is asked for by sending it again, as its bytes may be known by now', async () => {
  const { answer, release } = deferredAnswer(stored);
  serve([answer, () => stored], () => {
    throw new Refusal('tooMany');
  });
  const key = add(500);
  await expect.poll(() => sent).toBe(1);
  uploads.pause(key);
  release();
  calls = stubServer({ 'POST /api/file/save-known': { ...stored, id: 'second' }, 'DELETE /api/file/delete': null });
  uploads.remove(key);
  await expect.poll(made).toEqual([deleted]);
});

test.each([500, 1500])('a deletion whose answer is lost is asked for again (%s bytes)', async (size) => {
  const { answer, release } = deferredAnswer(stored);
  const [ends, deletions] = [
    [cut, gone],
    [cut, () => null],
  ];
  const more = {
    'DELETE /api/file/upload/u': () => ends.shift()?.(),
    'GET /api/file/upload/u': { id: 'u', totalChunks: 2, received: [0, 1], file: stored },
    'DELETE /api/file/delete': () => deletions.shift()?.(),
  };
  serve(size > 1000 ? [() => ({ id: 'u', received: [0] }), answer] : [answer], null, more);
  const key = add(size);
  await expect.poll(() => sent).toBe(size > 1000 ? 2 : 1);
  uploads.remove(key);
  release();
  await expect.poll(() => made().filter((call) => call === deleted).length).toBe(2);
});
