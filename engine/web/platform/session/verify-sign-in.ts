import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import { request } from '../request/request.ts';
import { deviceHeaders } from './device-secret.ts';

/** Ends a sign-in with a code of the app, or a recovery code (docs/decisions/0016-two-step-sign-in.md). A refusal rejects. */
export const verifySignIn = (ticket: string, code: string): Promise<LoginAnswer> =>
  request<LoginAnswer>('/api/login/verify', { method: 'POST', form: { ticket, code: code.trim() }, headers: deviceHeaders(), quiet: true });
