import { lockPaths, type Unlock } from '@back-office/contract/calls/screen-lock.ts';
import { readEnvelope } from '../request/read-envelope.ts';
import { screenLock } from '../request/screen-lock.ts';
import { send } from '../request/send.ts';
import { type AskQuestion, promptPasskey } from '../session/passkey.ts';
import { seal } from '../session/seal.ts';
import { sessionStore } from '../session/session-store.ts';
import { lockChannel } from './lock-channel.ts';

/** What unlocks. */
export type UnlockBy = 'password' | 'code' | 'passkey';

/** Unlocks with the password, a code or a passkey, which it asks for. Rejects with the ApiError of the server's refusal. */
export async function unlockScreen(by: UnlockBy, typed: string): Promise<void> {
  const json = await proofOf(by, typed);
  await readEnvelope(await send(lockPaths.unlock, { method: 'POST', json }));
  screenLock.unlock();
  lockChannel.send('unlocked');
}

async function proofOf(by: UnlockBy, typed: string): Promise<Unlock> {
  if (by === 'code') return { code: typed };
  if (by === 'passkey') {
    const asked = await readEnvelope<AskQuestion>(await send('/api/sys/passkey/start-confirm', { method: 'POST' }));
    return { passkey: await promptPasskey(asked) };
  }
  const secretKey = sessionStore.get().rolesCredentials?.credentials.secretKey ?? '';
  return { password: seal(typed, { name: 'password', secretKey }) };
}
