import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import { newKey } from '../request/new-key.ts';
import { screenLock } from '../request/screen-lock.ts';
import { type EndTimes, sessionEnds } from '../request/session-ends.ts';
import { sessionStore } from './session-store.ts';

/** Messages between the windows of this browser; only pages of the same origin receive them. */
type Message =
  | { kind: 'ask'; nonce: string; userId?: string | undefined; not?: string | undefined }
  | { kind: 'answer'; nonce: string; session: LoginAnswer }
  | { kind: 'renewed'; session: LoginAnswer }
  | { kind: 'ends'; times: EndTimes }
  | { kind: 'signed-out'; userId: string; forNow: boolean };

/** How long another window has to answer, and how long a busy one may still answer late, in milliseconds. */
const timeoutMs = 250;
const lateTimeoutMs = 5_000;

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('session');
const waiting = new Map<string, (session: LoginAnswer) => void>();
interface Doors {
  leave: (how: { forNow: boolean }) => void;
  enter: (session: LoginAnswer) => void;
}

/** The end last received from another window, which need not be sent back. */
let receivedEnds: EndTimes | undefined;
const post = (message: Message): void => channel?.postMessage(message);

/**
 * Answers the other windows, adopts newer credentials of the same person, agrees with them on the session's end, and signs out with them: `leave` is
 * called when this person was signed out there, or left because the session had ended; `enter` when somebody signed in there while nobody is signed
 * in here.
 */
export function joinWindows({ leave, enter }: Doors): void {
  sessionEnds.subscribe(() => {
    const times = sessionEnds.get();
    if (times !== undefined && times.idle !== receivedEnds?.idle) post({ kind: 'ends', times });
  });
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (!isMessage(data)) return;
    if (data.kind === 'answer') waiting.get(data.nonce)?.(data.session);
    else if (data.kind === 'ask') answer(data);
    else if (data.kind === 'renewed') (sessionStore.get().isAuthorization ? adopt : enter)(data.session);
    else if (data.kind === 'ends') sessionEnds.record((receivedEnds = data.times));
    else if (sessionStore.get().isAuthorization && data.userId === sessionStore.get().userId) leave({ forNow: data.forNow });
  });
}

interface Question {
  userId?: string;
  /** A token that the answer must differ from. */
  not?: string | undefined;
  /** Called if no answer arrived in time: with a late one, or with undefined if there is none. */
  late?: (session: LoginAnswer | undefined) => void;
}

/** Asks the other windows for a session; undefined if none has one. */
export function requestFromWindows({ userId, not, late }: Question = {}): Promise<LoginAnswer | undefined> {
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
      setTimeout(end, lateTimeoutMs);
    }, timeoutMs);
    post({ kind: 'ask', nonce, userId, not });
  });
}

/** Tells the other windows that this person signed out, or left for now because the session has ended. */
export const notifySignedOut = (userId: string, { forNow }: { forNow: boolean }): void => post({ kind: 'signed-out', userId, forNow });

/** Tells them that this person has signed in, or has new credentials. */
export function notifyRenewed(): void {
  const { rolesCredentials } = sessionStore.get();
  if (rolesCredentials !== null) post({ kind: 'renewed', session: rolesCredentials });
}

function adopt({ roles, credentials }: LoginAnswer): void {
  const { userId, preview } = sessionStore.get();
  if (roles.userId !== userId) return;
  // They have just re-authenticated in the other window, so this screen is unlocked too.
  screenLock.unlock();
  if (preview === null) sessionStore.renew(credentials);
  else sessionStore.renewOwn(credentials);
}

function answer({ nonce, userId, not }: Extract<Message, { kind: 'ask' }>): void {
  const { rolesCredentials, isAuthorization, preview } = sessionStore.get();
  // A preview belongs to this window only.
  const session = preview?.own ?? rolesCredentials;
  if (!isAuthorization || session === null || session.credentials.accessToken === not) return;
  if (userId !== undefined && userId !== session.roles.userId) return;
  post({ kind: 'answer', nonce, session });
}

function isMessage(data: unknown): data is Message {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return false;
  const text = (name: string): boolean => name in data && typeof Reflect.get(data, name) === 'string';
  if (data.kind === 'signed-out') return text('userId');
  if (data.kind === 'ask') return text('nonce');
  if (data.kind === 'ends') return 'times' in data && typeof data.times === 'object' && data.times !== null;
  const holdsSession = 'session' in data && typeof data.session === 'object' && data.session !== null;
  return holdsSession && (data.kind === 'renewed' || (data.kind === 'answer' && text('nonce')));
}
