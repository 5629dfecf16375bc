import { send } from '../request/send.ts';
import { sessionStore } from './session-store.ts';

/** How long a sign-out waits for a server that does not answer. */
const patience = 3_000;

/**
 * Ends the session here and on the server, and loads the sign-in page afresh, so that nothing of this account stays in
 * memory. `back` is the path that the next sign-in leads to.
 */
export async function signOut({ back }: { back?: string } = {}): Promise<void> {
  // Whatever the server says, the person wants out: a refusal opens no dialog.
  await send('/api/logout', { timeout: patience }).catch(() => undefined);
  sessionStore.close();
  location.replace(back === undefined ? '/login' : `/login?redirect=${encodeURIComponent(back)}`);
}
