import { expect, test, vi } from 'vitest';
import { setAccessToken } from '../request/access-token.ts';
import { notifyExpired, registerNotify } from '../request/notify.ts';
import { watchRecord } from './watch-record.ts';

test('after 取消 at 登录过期 opening and leaving a record asks no more to sign in', async () => {
  const [renewSession, nothing] = [vi.fn(async () => false), async () => undefined];
  const forget = registerNotify({ error: () => undefined, renewSession, changePassword: nothing, setUpTwoFactor: nothing });
  const sent = vi.fn<typeof fetch>(async () => Response.json({ success: false, code: 40003, message: '登录已过期' }));
  vi.stubGlobal('fetch', sent);
  setAccessToken('over');
  await notifyExpired('登录已过期', performance.now());
  const { answer, leave } = watchRecord.begin('sys/user', '7', () => undefined);
  await expect(answer).rejects.toMatchObject({ code: 40003 });
  leave();
  await expect.poll(() => sent.mock.calls.map(([path]) => path)).toEqual(['/api/live/watch', '/api/live/watch/7']);
  // The answer to the second call has been read by then.
  await new Promise((resolve) => setTimeout(resolve));
  expect(renewSession).toHaveBeenCalledTimes(1);
  forget();
  setAccessToken(undefined);
  vi.unstubAllGlobals();
});
