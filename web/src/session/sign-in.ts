import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import { request } from '../request/request.ts';
import { encryptLogin } from './login-cipher.ts';
import { sessionStore } from './session-store.ts';

/** Signs in; both values are trimmed (spec.md 5). A refusal rejects, and the page shows it. */
export async function signIn(account: string, password: string): Promise<void> {
  const form = { username: encryptLogin(account.trim()), password: encryptLogin(password.trim()) };
  sessionStore.open(await request<LoginAnswer>('/api/login', { method: 'POST', form, quiet: true }));
}
