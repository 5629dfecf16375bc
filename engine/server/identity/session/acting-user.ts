import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { RightsReader } from './rights-reader.ts';
import type { SignedIn } from '../rights/signed-in.ts';

/** An account that a job works for, without a request of its own, with the rights that it has now. 40300 when it is gone or disabled. */
export async function actingUser(db: Kysely<Tables>, userId: string): Promise<SignedIn> {
  const { rows } = await sql<{ userAccount: string; userName: string; sysOrgId: string | null; epoch: number }>`
    SELECT user_account, user_name, sys_org_id, (SELECT value FROM sys_epoch WHERE name = 'rights') AS epoch
    FROM sys_user WHERE id = ${userId}::uuid AND user_status = '正常'`.execute(db);
  const [user] = rows;
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
    ...held,
  };
}
