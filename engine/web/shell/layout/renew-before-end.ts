import { getAccessToken } from '../../platform/request/access-token.ts';
import { renewWith } from '../../platform/request/notify.ts';
import { send } from '../../platform/request/send.ts';
import { continueSession } from '../../platform/session/continue-session.ts';

/**
 * Signs in again before the session is over, by `ask`. The old session is ended rather than left open; the end of the
 * new one is read.
 */
export async function renewBeforeEnd(ask: () => Promise<boolean>): Promise<boolean> {
  const before = getAccessToken();
  const renewed = await renewWith(ask);
  if (!renewed) return false;
  if (before !== undefined && before !== getAccessToken()) {
    await send('/api/logout', { headers: { Authorization: before } }).catch(() => undefined);
  }
  await continueSession();
  return true;
}
