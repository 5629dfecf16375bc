import { userStatuses } from '@back-office/contract/status.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { RightsReader } from './rights-reader.ts';
import type { SignedIn } from './signed-in.ts';

/** The account on whose behalf a job runs, outside any request, with its current rights. 40300 if it is gone or disabled. */
export async function actingUser(db: Kysely<Tables>, userId: string): Promise<SignedIn> {
  const user = await db
    .selectFrom('sys_user as u')
    .innerJoin('sys_epoch as e', (join) => join.on('e.name', '=', 'rights'))
    .select(['u.userAccount', 'u.userName', 'u.sysOrgId', 'e.value as epoch'])
    .where('u.id', '=', userId)
    .where('u.userStatus', '=', userStatuses.enabled)
    .executeTakeFirst();
  if (user === undefined) throw new Refusal('notPermitted');
  const held = await new RightsReader(db).of(userId, user.epoch);
  const { userAccount, userName, sysOrgId, epoch: rightsEpoch } = user;
  return {
    sessionId: '',
    userId,
    userAccount,
    userName,
    sysOrgId,
    rightsEpoch,
    secretKey: Buffer.alloc(0),
    mustFirst: undefined,
    endsIn: { idle: 0 },
    preview: undefined,
    ...held,
  };
}
