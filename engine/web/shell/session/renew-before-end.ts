import { getAccessToken } from '../../platform/request/access-token.ts';
import { renewSessionWith } from '../../platform/request/notify.ts';
import { send } from '../../platform/request/send.ts';
import { continueSession } from '../../platform/session/continue-session.ts';

/** Signs in again before the session ends, by `ask`. Ends the old session rather than leaving it open, and reads the end of the new one. */
export async function renewBeforeEnd(ask: () => Promise<boolean>): Promise<boolean> {
  const before = getAccessToken();
  const renewed = await renewSessionWith(ask);
  if (!renewed) return false;
  if (before !== undefined && before !== getAccessToken()) {
    await send('/api/logout', { headers: { Authorization: before } }).catch(() => undefined);
  }
  await continueSession();
  return true;
}
