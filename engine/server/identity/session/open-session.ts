import { outcomes } from '@back-office/contract/status.ts';
import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import type { Kysely } from 'kysely';
import type { Row, Tables } from '../../platform/database/tables.ts';
import { skipIfLocked } from '../../platform/database/skip-if-locked.ts';
import type { Client } from '../attempts/client.ts';
import { unknownClientParts, rememberClient } from '../attempts/known-clients.ts';
import type { LoginGuard } from '../attempts/login-guard.ts';
import { writeLoginLog } from '../attempts/write-login-log.ts';
import { endSessionsOf } from './end-sessions.ts';
import type { SessionStore } from './session-store.ts';
import type { SignedInBy } from '../ways/signed-in-by.ts';
import type { Settings } from '../../platform/settings.ts';
import { now } from '../../platform/database/now.ts';
import { lockName } from '../../platform/database/lock-name.ts';

/** How long a sign-in waits for the lock of the account's row, in milliseconds, to write the time there; the log has that time too. */
const lockWaitMs = 200;

/** The account of a person who has proved their identity. */
export interface Account extends Row<'sys_user', 'id' | 'userAccount' | 'userName' | 'userAvatar' | 'userStatus'> {
  /** When the password in use at that moment was set, to the microsecond: once the password changes, the session ends. */
  readonly passwordSince: string;
  /** When the account was last closed before that; `-infinity` if never. */
  readonly closedSince: string;
}

/** Somebody who has just signed in from a client that their account has not seen for long. */
export interface Arrival {
  readonly userId: string;
  readonly userAccount: string;
  readonly userName: string;
  readonly client: Client;
  /** Which parts of the client are new. */
  readonly isNew: { readonly browser: boolean; readonly network: boolean };
}

/** A handler of such sign-ins, run in their transaction. */
export type Arriving = (db: Kysely<Tables>, arrival: Arrival) => Promise<void>;

interface OpenParts {
  sessions: SessionStore;
  guard: LoginGuard;
  /** Whether signing in ends the account's other sessions (SINGLE_SIGN_ON). */
  settings: Pick<Settings, 'singleSignOn'>;
  arriving: Arriving[];
}

/** Opens a session in the caller's transaction: resets the failures, writes the log, and returns the answer of a sign-in. */
export async function openSession(
  transaction: Kysely<Tables>,
  { sessions, guard, settings, arriving }: OpenParts,
  account: Account,
  client: Client,
  { message, by }: { message: string; by?: SignedInBy | undefined },
): Promise<LoginAnswer> {
  const { id: userId, userName, userAvatar, userStatus, userAccount } = account;
  // Serialised per account: of several concurrent sign-ins, none would find another to end.
  await lockName(transaction, `sign-ins of ${userId}`);
  const { accessToken, secretKey, sessionId } = await sessions.open(transaction, account, client, { by });
  if (settings.singleSignOn) await endSessionsOf(transaction, [userId], '您的账号已在其他地方登录', sessionId);
  await guard.succeeded(transaction, { account: userAccount, client });
  await writeLoginLog(
    transaction,
    {
      account: userAccount,
      name: userName,
      userId,
      type: '登录',
      status: outcomes.success,
      message: by?.link === true ? `${message}，已关联“${by.name}”` : message,
    },
    client,
  );
  const isNew = arriving.length === 0 ? { browser: false, network: false } : await unknownClientParts(transaction, userId, client);
  if (isNew.browser || isNew.network)
    for (const handle of arriving) await handle(transaction, { userId, userAccount, userName, client, isNew });
  // A transaction that saves this account must not keep its user from signing in.
  await skipIfLocked(transaction, lockWaitMs, async () => {
    await rememberClient(transaction, userId, client);
    await transaction.updateTable('sys_user').set({ lastLoginTime: now }).where('id', '=', userId).execute();
  });
  return { roles: { userId, userName, userAvatar, userStatus, userAccount }, credentials: { accessToken, secretKey } };
}
