import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import { request } from '../request/request.ts';
import { asApiError } from '../request/send.ts';
import { homePath } from '../routing/safe-redirect.ts';
import { resumeSession } from './suspended-session.ts';
import { deviceHeaders } from './device-headers.ts';
import { notifyRenewed } from './session-channel.ts';
import { sessionStore } from './session-store.ts';

interface SignIn {
  leadTo: string;
  /** What the form sends besides. */
  more?: Record<string, string> | undefined;
}

/** Encrypts a sign-in; loaded only here, because building its tables takes a slow machine 15 ms. */
export const loadCipher = () =>
  import('./encrypt-login.ts').catch((error: unknown) => {
    throw asApiError(error, undefined);
  });

/**
 * Signs in and leads to the path `leadTo`; both values are trimmed (docs/spec.md 5). A refusal rejects, and the page
 * shows it.
 */
export async function signIn(account: string, password: string, { leadTo, more }: SignIn): Promise<void> {
  const { encryptLogin } = await loadCipher();
  const form = { username: encryptLogin(account.trim()), password: encryptLogin(password.trim()), ...more };
  openSignedIn(await request<LoginAnswer>('/api/login', { method: 'POST', form, headers: deviceHeaders(), quiet: true }), { leadTo });
}

/** Goes on with what a sign-in answered. The page that somebody else left behind is none of this person's. */
export function openSignedIn(answer: LoginAnswer, { leadTo }: { leadTo: string }): void {
  // Before the session opens: the shell starts at the address that it finds.
  history.replaceState(null, '', resumeSession(answer.roles.userId) ? leadTo : homePath);
  sessionStore.open(answer);
  notifyRenewed();
}
