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
  /** Further fields of the form. */
  more?: Record<string, string> | undefined;
}

/** Encrypts a sign-in; loaded only here, because building its tables takes a slow machine 15 ms. */
export const loadCipher = () =>
  import('./encrypt-login.ts').catch((error: unknown) => {
    throw asApiError(error, undefined);
  });

/** Signs in and goes to the path `leadTo`; both values are trimmed (docs/spec.md 5). A refusal rejects, and the page shows it. */
export async function signIn(account: string, password: string, { leadTo, more }: SignIn): Promise<void> {
  const { encryptLogin } = await loadCipher();
  const form = { username: encryptLogin(account.trim()), password: encryptLogin(password.trim()), ...more };
  openSignedIn(await request<LoginAnswer>('/api/login', { method: 'POST', form, headers: deviceHeaders(), quiet: true }), { leadTo });
}

/** Opens the session of a sign-in's answer. Does not return to a page that somebody else left. */
export function openSignedIn(answer: LoginAnswer, { leadTo }: { leadTo: string }): void {
  // Before the session opens: the shell starts at the current address.
  history.replaceState(null, '', resumeSession(answer.roles.userId) ? leadTo : homePath);
  sessionStore.open(answer);
  notifyRenewed();
}
