import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setAccessToken } from './access-token.ts';
import { send } from './send.ts';
import { updateSessionEnds, sessionEnds } from './session-ends.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  setAccessToken(`token of ${expect.getState().currentTestName ?? ''}`);
});
afterEach(() => {
  setAccessToken(undefined);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const answerAfter = (ms: number, header: string): void => {
  vi.stubGlobal('fetch', async () => {
    vi.advanceTimersByTime(ms);
    return new Response('{}', { headers: { 'Session-Ends-In': header } });
  });
};

test('an answer says when the session ends, counted from when its request was sent', async () => {
  answerAfter(3_000, 'idle=300, total=600');
  await send('/api/x');
  expect(sessionEnds.get()).toMatchObject({ idle: 1_300_000, total: 1_600_000 });
});

test('the latest end counts, in whatever order answers arrive, and a change of about a second notifies nobody', () => {
  const token = `token of ${expect.getState().currentTestName ?? ''}`;
  const told = vi.fn<() => void>();
  const forget = sessionEnds.subscribe(told);
  updateSessionEnds('idle=300', token, 1_000_000);
  updateSessionEnds('idle=300', token, 1_001_000);
  updateSessionEnds('idle=300', token, 900_000);
  expect(sessionEnds.get()).toEqual({ token, idle: 1_300_000, total: Infinity });
  expect(told).toHaveBeenCalledOnce();
  updateSessionEnds('idle=300', token, 1_100_000);
  expect(sessionEnds.get()?.idle).toBe(1_400_000);
  forget();
});

test('an end reported for other credentials no longer counts', () => {
  const token = `token of ${expect.getState().currentTestName ?? ''}`;
  updateSessionEnds('idle=300', token, 1_000_000);
  setAccessToken('other');
  expect(sessionEnds.get()).toBeUndefined();
  updateSessionEnds('idle=300', token, 1_000_000);
  updateSessionEnds(null, 'other', 1_000_000);
  updateSessionEnds('nonsense', 'other', 1_000_000);
  expect(sessionEnds.get()).toBeUndefined();
});
