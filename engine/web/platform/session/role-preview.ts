import type { Credentials } from '@back-office/contract/calls/login.ts';
import { send } from '../request/send.ts';
import { homePath } from '../routing/safe-redirect.ts';
import { sessionStore } from './session-store.ts';

/** How long leaving a preview waits for a server that does not answer. */
const timeoutMs = 3_000;

/** Reloads this window with a session that shows what the role may read, until `endPreview`; other windows are not affected. */
export function startPreview(roleName: string, credentials: Credentials): void {
  sessionStore.preview(roleName, credentials, location.pathname + location.search + location.hash);
  location.assign(homePath);
}

/** Ends the preview, and loads the page where it was started with the person's own session. */
export async function endPreview(): Promise<void> {
  const { preview } = sessionStore.get();
  if (preview === null) return;
  await send('/api/logout', { method: 'POST', timeout: timeoutMs }).catch(() => undefined);
  sessionStore.endPreview();
  location.assign(preview.back);
}
