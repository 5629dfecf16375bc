import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import { request } from '../request/request.ts';
import { deviceHeaders } from './device-headers.ts';
import { promptPasskey, type AskQuestion } from './passkey.ts';

const path = '/api/login/verify';

/** Completes a sign-in with a code from the app, or a recovery code (docs/decisions/0016-two-step-sign-in.md). A refusal rejects. */
export const verifySignIn = (ticket: string, code: string): Promise<LoginAnswer> =>
  request<LoginAnswer>(path, { method: 'POST', form: { ticket, code: code.trim() }, headers: deviceHeaders(), quiet: true });

/** The same with a passkey, which the browser prompts for. */
export async function verifyByPasskey(ticket: string): Promise<LoginAnswer> {
  const passkey = await answerTo({ ticket });
  return request<LoginAnswer>(path, { method: 'POST', json: { ticket, passkey }, headers: deviceHeaders(), quiet: true });
}

/** Signs in with only a passkey, whichever the person chooses. A refusal rejects. */
export async function signInByPasskey(): Promise<LoginAnswer> {
  const json = await answerTo({});
  return request<LoginAnswer>('/api/login/passkey', { method: 'POST', json, headers: deviceHeaders(), quiet: true });
}

const answerTo = async (json: { ticket?: string }) =>
  promptPasskey(await request<AskQuestion>('/api/login/passkey/start', { method: 'POST', json, quiet: true }));
