import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import { outcomes, userStatuses } from '@back-office/contract/status.ts';
import { sql } from 'kysely';
import type { Row } from '../../platform/database/tables.ts';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Client } from '../session/client.ts';
import { writeLoginLog } from '../session/write-login-log.ts';
import { type Account, openSession } from '../session/open-session.ts';
import type { SignedInBy } from '../session/signed-in-by.ts';
import { holdWayIn } from '../passkeys/hold-way-in.ts';
import { askSecondFactor, type SecondFactorParts } from '../two-factor/second-factor.ts';

/** Somebody who has shown who they are. */
export type Shown = Account & Row<'sys_user', 'refuseReason' | 'twoStep'>;

/** The columns of a `Shown`. */
export const shownColumns = [
  ...(['id', 'userAccount', 'userName', 'userAvatar', 'userStatus', 'refuseReason', 'twoStep'] as const),
  sql<string>`password_time::text`.as('passwordSince'),
  sql<string>`coalesce(closed_time, '-infinity')::text`.as('closedSince'),
] as const;

/** How somebody has shown it. */
export interface How {
  /** Who said so, where it was not the local password. */
  readonly by?: SignedInBy;
  /** What the sign-in log says. */
  readonly message: string;
  /** What was shown is a second factor too, as a passkey that asked for finger or PIN is. */
  readonly isStrong?: boolean;
  /** The account may not come this way: said, and written, once it is known who it is. */
  readonly closed?: string | undefined;
}

/**
 * The door, the same for every way in: whether the account is locked for this client, its status, its second factor; then a
 * session with what belongs to one. Refuses with 40002 and the reason, and with 40302 and a ticket where a code is owed.
 */
export async function admitPerson(parts: SecondFactorParts, person: Shown, client: Client, shown: How): Promise<LoginAnswer> {
  const { db, guard } = parts;
  const how = withoutClaims(shown);
  const way = how.by?.way ?? 'password';
  const attempt = { account: person.userAccount, client, way };
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
  const isHalf = person.twoStep === '是' && how.isStrong !== true;
  // Whoever has the password alone links nobody, and gives the account nothing of what is said of themselves elsewhere.
  if (shown.by !== undefined && !(isHalf && shown.by.link === true)) for (const enter of parts.entering) await enter(person.id, shown.by);
  if (isHalf) throw await askSecondFactor(parts, person, how.by);
  return withTransaction(db, async (transaction) => {
    await holdWayIn(transaction, person.id, how.by);
    return openSession(transaction, parts, person, client, how);
  });
}

/** What is said of somebody counts at this moment, and is kept nowhere. */
function withoutClaims({ by, ...how }: How): How {
  if (by === undefined) return how;
  const { claims: _claims, ...rest } = by;
  return { ...how, by: rest };
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
