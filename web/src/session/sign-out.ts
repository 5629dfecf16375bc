import { send } from '../request/send.ts';
import { dropHint } from './adopt-session.ts';
import { tellSignedOut } from './session-channel.ts';
import { sessionStore } from './session-store.ts';

/** How long a sign-out waits for a server that does not answer. */
const patience = 3_000;

/**
 * Ends the session here, in the other windows of this browser and on the server, and loads the sign-in page afresh, so
 * that nothing of this account stays in memory. `back` is the path that the next sign-in leads to.
 */
export async function signOut({ back }: { back?: string } = {}): Promise<void> {
  const { userId } = sessionStore.get();
  // Whatever the server says, the person wants out: a refusal opens no dialog.
  await send('/api/logout', { timeout: patience }).catch(() => undefined);
  dropHint();
  tellSignedOut(userId);
  leave(back);
}

/** Forgets the session in this window, and loads the sign-in page. */
export function leave(back?: string): void {
  sessionStore.close();
  location.replace(back === undefined ? '/login' : `/login?redirect=${encodeURIComponent(back)}`);
}
