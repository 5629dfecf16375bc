import type { PasskeyAnswer } from '@back-office/contract/calls/passkey.ts';
import { request } from '../../platform/request/request.ts';
import { type AskQuestion, promptPasskey } from '../../platform/session/passkey.ts';

/** Has the signed-in user present one of their passkeys, as a proof that it is them. Rejects with a message for them. */
export const promptOwnPasskey = async (): Promise<PasskeyAnswer> =>
  promptPasskey(await request<AskQuestion>('/api/sys/passkey/start-confirm', { method: 'POST', quiet: true }));
