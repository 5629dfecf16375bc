import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import { newKey } from '../request/new-key.ts';
import { sessionStore } from './session-store.ts';

/** What the windows of this browser tell each other; only pages of the same origin hear it. */
type Message =
  | { kind: 'ask'; nonce: string; userId?: string | undefined; not?: string | undefined }
  | { kind: 'answer'; nonce: string; session: LoginAnswer }
  | { kind: 'signed-out'; userId: string };

/** How long another window has to answer. */
const patience = 250;

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('session');
const waiting = new Map<string, (session: LoginAnswer) => void>();
const tell = (message: Message): void => channel?.postMessage(message);

const tokenOf = (): string | undefined => sessionStore.get().rolesCredentials?.credentials.accessToken;

/** Answers the other windows, and signs out with them: `leave` is called when somebody signed this person out there. */
export function joinWindows(leave: () => void): void {
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (!isMessage(data)) return;
    if (data.kind === 'answer') waiting.get(data.nonce)?.(data.session);
    else if (data.kind === 'ask') answer(data);
    else if (sessionStore.get().isAuthorization && data.userId === sessionStore.get().userId) leave();
  });
}

/** Asks the other windows for a session; undefined when none has one. */
export function askWindows({ userId, not }: { userId?: string; not?: string | undefined } = {}): Promise<LoginAnswer | undefined> {
  const nonce = newKey();
  return new Promise((resolve) => {
    if (channel === undefined) return resolve(undefined);
    const done = (session?: LoginAnswer): void => {
      waiting.delete(nonce);
      resolve(session);
    };
    waiting.set(nonce, done);
    setTimeout(done, patience);
    tell({ kind: 'ask', nonce, userId, not });
  });
}

/** Tells the other windows that this person signed out. */
export const tellSignedOut = (userId: string): void => tell({ kind: 'signed-out', userId });

function answer({ nonce, userId, not }: Extract<Message, { kind: 'ask' }>): void {
  const { rolesCredentials, isAuthorization } = sessionStore.get();
  if (!isAuthorization || rolesCredentials === null || tokenOf() === not) return;
  if (userId !== undefined && userId !== rolesCredentials.roles.userId) return;
  tell({ kind: 'answer', nonce, session: rolesCredentials });
}

function isMessage(data: unknown): data is Message {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return false;
  const text = (name: string): boolean => name in data && typeof Reflect.get(data, name) === 'string';
  if (data.kind === 'signed-out') return text('userId');
  return (
    text('nonce') &&
    (data.kind === 'ask' || (data.kind === 'answer' && 'session' in data && typeof data.session === 'object' && data.session !== null))
  );
}
