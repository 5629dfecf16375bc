import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import { outcomes, userStatuses } from '@back-office/contract/status.ts';
import { type Kysely, sql } from 'kysely';
import type { Row, Tables } from '../../platform/database/tables.ts';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Client } from '../attempts/client.ts';
import { writeLoginLog } from '../attempts/write-login-log.ts';
import { type Account, openSession } from '../session/open-session.ts';
import { tellOfLink } from '../session/tell-of-link.ts';
import type { SignedInBy } from '../ways/signed-in-by.ts';
import { lockCredential } from '../passkeys/lock-credential.ts';
import { secondFactorRequired } from '../two-factor/second-factor.ts';
import type { SignInParts } from '../two-factor/sign-in-parts.ts';

/** The account of somebody who has proved their identity. */
export type Shown = Account & Row<'sys_user', 'refuseReason' | 'twoStep'>;

/** The columns of a `Shown`. */
export const shownColumns = [
  ...(['id', 'userAccount', 'userName', 'userAvatar', 'userStatus', 'refuseReason', 'twoStep'] as const),
  sql<string>`password_time::text`.as('passwordSince'),
  sql<string>`coalesce(closed_time, '-infinity')::text`.as('closedSince'),
] as const;

/** How they proved it. */
export interface How {
  /** The provider's statement of their identity; absent for the local password. */
  readonly by?: SignedInBy;
  /** The message of the sign-in log. */
  readonly message: string;
  /** The proof counts as a second factor too, as a passkey that verified a finger or PIN does. */
  readonly isStrong?: boolean;
  /** The account may not sign in by this method: refused, and logged, once the person is identified. */
  readonly closed?: string | undefined;
  /** The form names the account as read for the day before or after. */
  readonly isOfOtherDate?: boolean;
}

/**
 * The checks common to all sign-in methods: whether the account is locked for this client, its status, its second factor; then it opens a session
 * with everything that belongs to one. Refuses with 40002 and the reason, and with 40302 and a ticket if a code is required.
 */
export async function admitPerson(parts: SignInParts, person: Shown, client: Client, howWithClaims: How): Promise<LoginAnswer> {
  const { db, guard } = parts;
  const how = withoutClaims(howWithClaims);
  const way = how.by?.way ?? 'password';
  const attempt = { account: person.userAccount, client, way, isOfOtherDate: how.isOfOtherDate === true };
  await guard.ask(attempt);
  const refusal = statusRefusal(person) ?? (how.closed === undefined ? undefined : new Refusal('locked', { message: how.closed }));
  if (refusal !== undefined) {
    await guard.succeeded(db, attempt);
    const { userAccount: account, userName: name, id: userId } = person;
    await writeLoginLog(
      db,
      { account, name, userId, type: '登录', status: outcomes.failure, message: refusal.message, failedBy: way },
      client,
    );
    throw refusal;
  }
  const needsSecondFactor = person.twoStep === '是' && how.isStrong !== true;
  // The password alone links no account, and transfers no claims of a provider to it.
  if (howWithClaims.by !== undefined && !(needsSecondFactor && howWithClaims.by.link === true)) {
    // Before the claims give anything: of two accounts that somebody links at once, one is refused.
    if (how.by?.link === true) await withTransaction(db, (transaction) => makeLink(transaction, parts, person, client, how.by));
    for (const enter of parts.entering) await enter(person.id, howWithClaims.by);
  }
  if (needsSecondFactor) throw await secondFactorRequired(parts, person, how.by);
  return withTransaction(db, async (transaction) => {
    await lockCredential(transaction, person.id, linked(how.by));
    return openSession(transaction, parts, person, client, how);
  });
}

async function makeLink(db: Kysely<Tables>, parts: SignInParts, { id }: Shown, client: Client, by: SignedInBy | undefined): Promise<void> {
  await lockCredential(db, id, by);
  await tellOfLink(db, parts, { userId: id, by, client });
}

/** Removes the claims: they apply at this moment only, and are stored nowhere. */
function withoutClaims({ by, ...how }: How): How {
  if (by === undefined) return how;
  const { claims: _claims, ...rest } = by;
  return { ...how, by: rest };
}

/** The credential once the link is there. */
function linked(by: SignedInBy | undefined): SignedInBy | undefined {
  if (by === undefined) return undefined;
  const { link: _link, ...rest } = by;
  return rest;
}

const closed: Readonly<Record<string, string>> = {
  [userStatuses.awaiting]: '账号正在等待审核',
  [userStatuses.rejected]: '账号申请未通过',
};

function statusRefusal({ userStatus, refuseReason }: Shown): Refusal | undefined {
  if (userStatus === userStatuses.enabled) return undefined;
  const why = userStatus === userStatuses.rejected && refuseReason !== null ? `：${refuseReason}` : '';
  return new Refusal('locked', { message: `${closed[userStatus] ?? '账号已被停用'}${why}` });
}
