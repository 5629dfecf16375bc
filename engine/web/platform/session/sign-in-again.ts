import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import { request } from '../request/request.ts';
import { deviceHeaders } from './device-secret.ts';
import { encryptLogin } from './login-cipher.ts';
import { notifyRenewed } from './session-channel.ts';
import { sessionStore } from './session-store.ts';

/** Signs the same account in again and goes on with its session, rights and all; a refusal rejects. */
export async function signInAgain(password: string): Promise<void> {
  const { userAccount } = sessionStore.get();
  const form = { username: encryptLogin(userAccount), password: encryptLogin(password.trim()) };
  resumeWith(await request<LoginAnswer>('/api/login', { method: 'POST', form, headers: deviceHeaders(), quiet: true }));
}

/** Goes on with what ended the sign-in. */
export function resumeWith({ roles, credentials }: LoginAnswer): void {
  sessionStore.renew(credentials);
  sessionStore.rename(roles);
  notifyRenewed();
}
