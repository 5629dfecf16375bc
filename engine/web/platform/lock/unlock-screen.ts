import { lockPaths, type Unlock } from '@back-office/contract/calls/screen-lock.ts';
import { readEnvelope } from '../request/read-envelope.ts';
import { screenLock } from '../request/screen-lock.ts';
import { send } from '../request/send.ts';
import { seal } from '../session/seal.ts';
import { sessionStore } from '../session/session-store.ts';
import { lockChannel } from './lock-channel.ts';

/** Unlocks with the password or a code. Rejects with the ApiError of the server's refusal. */
export async function unlockScreen(by: 'password' | 'code', typed: string): Promise<void> {
  const secretKey = sessionStore.get().rolesCredentials?.credentials.secretKey ?? '';
  const json: Unlock = by === 'password' ? { password: seal(typed, { name: 'password', secretKey }) } : { code: typed };
  await readEnvelope(await send(lockPaths.unlock, { method: 'POST', json }));
  screenLock.unlock();
  lockChannel.send('unlocked');
}
