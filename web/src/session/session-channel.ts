import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import { newKey } from '../request/new-key.ts';
import { sessionStore } from './session-store.ts';

/** What the windows of this browser tell each other; only pages of the same origin hear it. */
type Message =
  | { kind: 'ask'; nonce: string; userId?: string | undefined; not?: string | undefined }
  | { kind: 'answer'; nonce: string; session: LoginAnswer }
  | { kind: 'signed-out'; userId: string };

/** How long another window has to answer, and how long one that is busy may still, in milliseconds. */
const patience = 250;
const latePatience = 5_000;

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

interface Question {
  userId?: string;
  /** A token that the answer must differ from. */
  not?: string | undefined;
  /** Told once more when no answer came in time: of a late one, or undefined when there is none. */
  late?: (session: LoginAnswer | undefined) => void;
}

/** Asks the other windows for a session; undefined when none has one. */
export function askWindows({ userId, not, late }: Question = {}): Promise<LoginAnswer | undefined> {
  const nonce = newKey();
  return new Promise((resolve) => {
    if (channel === undefined) return resolve(undefined);
    const forget = (): void => void waiting.delete(nonce);
    const end = (session?: LoginAnswer): void => {
      if (waiting.has(nonce)) late?.(session);
      forget();
    };
    waiting.set(nonce, (session) => {
      forget();
      resolve(session);
    });
    setTimeout(() => {
      resolve(undefined);
      if (late === undefined) return forget();
      if (!waiting.has(nonce)) return;
      waiting.set(nonce, end);
      setTimeout(end, latePatience);
    }, patience);
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
