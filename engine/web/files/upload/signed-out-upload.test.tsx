import type { FileRecord } from '@back-office/contract/calls/file.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { codes } from '@back-office/contract/envelope.ts';
import { getAccessToken } from '../../platform/request/access-token.ts';
import { registerNotify } from '../../platform/request/notify.ts';
import { sessionStore } from '../../platform/session/session-store.ts';
import { signInAs } from '../../testing/sign-in-as.ts';
import { stubSending } from '../../testing/stub-sending.ts';
import { Refusal, stubServer } from '../../testing/stub-server.ts';
import { unfinishedStore } from './unfinished-store.ts';
import { uploads } from './uploads.ts';
import { uploadUrl } from './upload-target.ts';

/* A session ends during an upload: nobody paused it, so it continues when the same person signs in again. */
const stored = { id: '1', fileName: 'a.pdf', filePath: '/files/1' } as FileRecord;
const target = { url: uploadUrl, otcId: '1', otcType: 'sys/msg', fileSource: 'Server', fileAlias: '', chunkSize: 1000 };
let live: string;
/** The only token with which the first chunk is accepted. */
let begun: string | undefined;
let sent: string[];
/** Codes with which the next chunks are refused. */
let refusals: number[];

/** A chunk that is sent with the token of an ended session is answered accordingly. */
const answer = () => {
  const token = getAccessToken() ?? '';
  sent.push(token);
  const refused = refusals.shift();
  if (refused !== undefined) return { text: JSON.stringify({ success: false, code: refused, message: '请先设置' }) };
  const isGood = token === live || (token === begun && sent.length === 1);
  const good = { success: true, code: 20000, message: '操作成功', data: token === begun ? { id: '1', received: [0] } : stored };
  return { text: JSON.stringify(isGood ? good : { success: false, code: 40003, message: '登录已过期' }) };
};

const renewed = (accessToken: string): void => sessionStore.renew({ accessToken, secretKey: 'key' });
const states = (): string[] => uploads.get().map(({ state, reason }) => `${state} ${reason ?? ''}`);
const waiting = ['waiting 登录已过期，重新登录后自动继续'];

beforeEach(() => {
  stubServer({ 'POST /api/file/save-known': null });
  stubSending(answer);
  [live, begun, sent, refusals] = ['of the next session', undefined, [], []];
  for (const { key } of uploads.get()) uploads.remove(key);
});
afterEach(() => {
  for (const { key } of uploads.get()) uploads.remove(key);
});

/** Starts an upload whose session turns out to have ended. */
async function addOne(): Promise<string> {
  const key = uploads.add(new File([new Uint8Array(1500)], 'a.pdf'), target);
  await expect.poll(states).toEqual(waiting);
  return key;
}

test('an upload resumes once the same person has signed in again, in this page or the next', async () => {
  const before = getAccessToken();
  const key = await addOne();
  const { userId } = sessionStore.get();
  await expect.poll(async () => (await unfinishedStore.list(userId)).find((one) => one.key === key)?.paused).toBe(false);
  renewed(live);
  await expect.poll(states).toEqual([]);
  expect(sent).toEqual([before, live]);
});

test('an upload waits again if the new session has ended too, and resends nothing that has arrived', async () => {
  begun = getAccessToken();
  let asked = 0;
  const received = () => {
    asked += 1;
    if (getAccessToken() !== live) throw new Refusal('noSession');
    return { id: '1', totalChunks: 2, received: [0] };
  };
  stubServer({ 'POST /api/file/save-known': null, 'GET /api/file/upload/1': received });
  await addOne();
  renewed('over as well');
  await expect.poll(() => asked).toBe(1);
  await expect.poll(states).toEqual(waiting);
  renewed(live);
  await expect.poll(states).toEqual([]);
  expect(sent).toEqual([begun, begun, live]);
});

test('an upload that the person has paused meanwhile stays paused', async () => {
  const key = await addOne();
  uploads.pause(key);
  renewed(live);
  expect(states()).toEqual(['paused ']);
  expect(sent).toHaveLength(1);
});

test('an upload is never sent under another account', async () => {
  await addOne();
  live = `token-${signInAs()}`;
  expect(getAccessToken()).toBe(live);
  expect(states()).toEqual(waiting);
  expect(sent).toHaveLength(1);
});

test('an upload waits until the person has set what is required first, and is sent on', async () => {
  live = getAccessToken() ?? '';
  refusals = [codes.mustChangePassword.code, codes.mustSetUpTwoFactor.code];
  const opened: string[] = [];
  const unregister = registerNotify({
    error: (message) => opened.push(message),
    renewSession: async () => false,
    changePassword: async () => void opened.push('changePassword'),
    setUpTwoFactor: async () => void opened.push('setUpTwoFactor'),
  });
  uploads.add(new File([new Uint8Array(500)], 'a.pdf'), target);
  await expect.poll(states).toEqual([]);
  unregister();
  expect([opened, sent]).toEqual([
    ['changePassword', 'setUpTwoFactor'],
    [live, live, live],
  ]);
});

test('an unfinished upload is not resumed in a preview of a role, which may send nothing', async () => {
  const key = await addOne();
  const [kept] = await unfinishedStore.list(sessionStore.get().userId);
  uploads.remove(key);
  const userId = signInAs();
  if (kept !== undefined) await unfinishedStore.write({ ...kept, userId });
  const now = sessionStore.get();
  const preview = { roleName: '文员', own: { credentials: { accessToken: '', secretKey: '' }, roles: now }, back: '/' };
  const previewing = vi.spyOn(sessionStore, 'get').mockReturnValue({ ...now, preview });
  await uploads.restore();
  expect(uploads.get()).toEqual([]);
  previewing.mockRestore();
  await uploads.restore();
  expect(uploads.get()).toMatchObject([{ key }]);
});
