import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const sessionOf = (userId: string, accessToken: string): LoginAnswer => ({
  roles: { userId, userName: '林小满', userAvatar: null, userStatus: '正常', userAccount: 'lin' },
  credentials: { accessToken, secretKey: 'key' },
});
const mine = sessionOf('1', 'token');
const asking = (more: object = {}) => ({ kind: 'ask', nonce: 'n', ...more });

let opened: BroadcastChannel[];
let heard: unknown[];
let left: unknown[];
let entered: unknown[];
/** Another window of the browser. */
let other: BroadcastChannel;

/** Loads this window anew, signed in or not. */
async function load({ signedIn = true } = {}) {
  vi.resetModules();
  const { sessionStore } = await import('./session-store.ts');
  const { sessionEnds } = await import('../request/session-ends.ts');
  const windows = await import('./session-channel.ts');
  const { screenLock } = await import('../request/screen-lock.ts');
  windows.joinWindows({ leave: (how) => left.push(how), enter: (session) => entered.push(session) });
  if (signedIn) sessionStore.open(mine);
  return { ...windows, sessionStore, sessionEnds, screenLock };
}

/** Waits until all earlier messages have arrived: they keep their order, and windows ignore a number. */
async function settled(): Promise<void> {
  const [, own] = opened;
  if (own === undefined) throw new Error('No window is open');
  for (const [from, to] of [
    [other, own],
    [own, other],
  ] as const) {
    const mark = Math.random();
    const { promise, resolve } = Promise.withResolvers<void>();
    to.addEventListener('message', ({ data }) => {
      if (data === mark) resolve();
    });
    from.postMessage(mark);
    await promise;
  }
}
async function say(message: unknown): Promise<void> {
  other.postMessage(message);
  await settled();
}

beforeEach(() => {
  [opened, heard, left, entered] = [[], [], [], []];
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  const Real = BroadcastChannel;
  other = new Real('session');
  other.addEventListener('message', ({ data }) => {
    if (typeof data !== 'number') heard.push(data);
  });
  opened.push(other);
  vi.stubGlobal(
    'BroadcastChannel',
    class extends Real {
      constructor(name: string) {
        super(name);
        opened.push(this);
      }
    },
  );
});
afterEach(() => {
  for (const channel of opened) channel.close();
  vi.unstubAllGlobals();
  // Files of a worker share their modules: the next must not be given those that speak through a closed channel.
  vi.resetModules();
});

describe('a window that is asked for its session', () => {
  test.each([
    ['gives it to a new window', {}, 1],
    ['gives it to the same person', { userId: '1' }, 1],
    ['does not give it to another person', { userId: '2' }, 0],
    ['does not give it if the other window has it already', { not: 'token' }, 0],
  ])('%s', async (_name, question, answers) => {
    await load();
    await say(asking(question));
    expect(heard).toEqual(Array.from({ length: answers }, () => ({ kind: 'answer', nonce: 'n', session: mine })));
  });

  test('does not answer while nobody is signed in', async () => {
    await load({ signedIn: false });
    await say(asking());
    expect(heard).toEqual([]);
  });

  test('gives the person’s own session while it shows a preview, never that of the preview', async () => {
    const { sessionStore } = await load();
    const now = sessionStore.get();
    const preview = { roleName: '文员', own: mine, back: '/' };
    vi.spyOn(sessionStore, 'get').mockReturnValue({ ...now, preview, rolesCredentials: sessionOf('1', 'of the preview') });
    await say(asking());
    expect(heard).toEqual([{ kind: 'answer', nonce: 'n', session: mine }]);
  });
});

describe('asking the other windows', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
  afterEach(() => void vi.useRealTimers());
  const answerIt = async (): Promise<void> => {
    await settled();
    await say({ kind: 'answer', nonce: (heard[0] as { nonce: string }).nonce, session: mine });
  };

  test('returns the session of the first that answers', async () => {
    const { requestFromWindows: askOtherWindows } = await load({ signedIn: false });
    const asked = askOtherWindows({ userId: '1', not: 'old' });
    await answerIt();
    expect(await asked).toEqual(mine);
    expect(heard[0]).toMatchObject({ kind: 'ask', userId: '1', not: 'old' });
  });

  test('ignores an answer to another question', async () => {
    const { requestFromWindows: askOtherWindows } = await load({ signedIn: false });
    const asked = askOtherWindows();
    await say({ kind: 'answer', nonce: 'of another', session: mine });
    await vi.advanceTimersByTimeAsync(250);
    expect(await asked).toBeUndefined();
  });

  test('stops waiting before people notice, and then reports an answer that arrives late', async () => {
    const { requestFromWindows: askOtherWindows } = await load({ signedIn: false });
    const late: unknown[] = [];
    const asked = askOtherWindows({ late: (session) => late.push(session) });
    await vi.advanceTimersByTimeAsync(250);
    expect(await asked).toBeUndefined();
    await answerIt();
    expect(late).toEqual([mine]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(late).toEqual([mine]);
  });

  test('reports in the end that no answer arrived', async () => {
    const { requestFromWindows: askOtherWindows } = await load({ signedIn: false });
    const late: unknown[] = [];
    void askOtherWindows({ late: (session) => late.push(session) });
    await vi.advanceTimersByTimeAsync(5_249);
    expect(late).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(late).toEqual([undefined]);
  });
});

describe('a message from another window', () => {
  test.each([
    ['temporarily', true],
    ['for good', false],
  ])('signs the same person out here %s, and nobody else', async (_how, forNow) => {
    await load();
    await say({ kind: 'signed-out', userId: '2', forNow });
    expect(left).toEqual([]);
    await say({ kind: 'signed-out', userId: '1', forNow });
    expect(left).toEqual([{ forNow }]);
  });

  test('renews the credentials of the same person, and of nobody else', async () => {
    const { sessionStore } = await load();
    await say({ kind: 'renewed', session: sessionOf('2', 'of somebody else') });
    expect(sessionStore.get().rolesCredentials?.credentials.accessToken).toBe('token');
    await say({ kind: 'renewed', session: sessionOf('1', 'newer') });
    expect(sessionStore.get().rolesCredentials?.credentials.accessToken).toBe('newer');
  });

  test('unlocks the screen of the same person after signing in there, and of nobody else', async () => {
    const { screenLock } = await load();
    screenLock.lock();
    await say({ kind: 'renewed', session: sessionOf('2', 'of somebody else') });
    expect(screenLock.isLocked()).toBe(true);
    await say({ kind: 'renewed', session: sessionOf('1', 'newer') });
    expect([screenLock.isLocked(), entered]).toEqual([false, []]);
  });

  test('offers a session if nobody is signed in here', async () => {
    const { sessionStore } = await load({ signedIn: false });
    await say({ kind: 'renewed', session: mine });
    expect([entered, sessionStore.get().isAuthorization]).toEqual([[mine], false]);
  });

  test('moves the end of the session here too, and is not echoed', async () => {
    const { sessionEnds } = await load();
    const times = { token: 'token', idle: Date.now() + 60_000, total: Date.now() + 90_000 };
    await say({ kind: 'ends', times });
    expect(sessionEnds.get()).toEqual(times);
    expect(heard).toEqual([]);
    sessionEnds.record({ ...times, idle: times.idle + 60_000 });
    await settled();
    expect(heard).toEqual([{ kind: 'ends', times: { ...times, idle: times.idle + 60_000 } }]);
  });

  test.each([
    [null],
    ['renewed'],
    [{ kind: 'renewed' }],
    [{ kind: 'renewed', session: null }],
    [{ kind: 'signed-out' }],
    [{ kind: 'answer', session: mine }],
    [{ kind: 'ends', times: null }],
    [{ kind: 'of a later version', userId: '1', session: mine }],
  ])('is ignored if it is not of a known form: %j', async (message) => {
    const { sessionStore } = await load();
    await say(message);
    expect([left, heard, sessionStore.get().rolesCredentials]).toEqual([[], [], mine]);
  });
});

test('tells the other windows that the session continues, and that it has ended', async () => {
  const { notifyRenewed, notifySignedOut } = await load();
  notifyRenewed();
  notifySignedOut('1', { forNow: true });
  await settled();
  expect(heard).toEqual([
    { kind: 'renewed', session: mine },
    { kind: 'signed-out', userId: '1', forNow: true },
  ]);
});
