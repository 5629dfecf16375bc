import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { BaseLogger } from 'pino';
import { lockAtStart } from '../../platform/database/lock-at-start.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import { SecretSeal } from '../secret-seal.ts';
import { now } from '../../platform/database/now.ts';

/**
 * Seals under APP_SECRET the keys that were stored without it: that of signed paths and those of sessions. A key sealed
 * under a previous secret cannot be opened: the key of paths is generated again, and those sessions end. Without
 * APP_SECRET it logs what that means. Safe on several nodes at once, after `checkAppSecret`.
 */
export async function sealKeys(db: Kysely<Tables>, appSecret: string | undefined, log: Pick<BaseLogger, 'warn'>): Promise<void> {
  if (appSecret === undefined) log.warn(warning);
  await withTransaction(db, async (transaction) => {
    await lockAtStart(transaction, 7_215_006);
    const isGivenUp = await sealFileKey(transaction, new SecretSeal(appSecret, 'file'));
    if (isGivenUp) await endSealed(transaction);
    if (appSecret !== undefined) await sealSessions(transaction, new SecretSeal(appSecret, 'session'));
  });
}

const warning =
  'APP_SECRET is not set: whoever gets a copy of the database or of a backup can open the secrets of two-step sign-in in it, and with a copy ' +
  'of the database the keys of sessions and of links to files too. Set it to 16 characters or more, the same on every node.';

/** The row of the key of signed paths. */
export const fileKeyName = 'file';

/** True if the key was sealed under another APP_SECRET, and so had to be replaced. */
async function sealFileKey(db: Kysely<Tables>, seal: SecretSeal): Promise<boolean> {
  const row = await db.selectFrom('sys_secret').select(['value', 'sealed']).where('name', '=', fileKeyName).forUpdate().executeTakeFirst();
  const opened = row?.sealed === true ? await seal.open(db, fileKeyName, row.value) : row?.value;
  if (row?.sealed === seal.isSecret && opened !== undefined) return false;
  const key = opened ?? randomBytes(32);
  const value = seal.isSecret ? await seal.seal(db, fileKeyName, key) : key;
  const stored = { value, sealed: seal.isSecret };
  await db
    .insertInto('sys_secret')
    .values({ name: fileKeyName, ...stored })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(stored))
    .execute();
  return opened === undefined;
}

async function endSealed(db: Kysely<Tables>): Promise<void> {
  await db
    .updateTable('sys_session')
    .set({ endTime: now, endReason: '系统密钥已更换，请重新登录' })
    .where('secretSealed', '=', true)
    .where('endTime', 'is', null)
    .execute();
}

async function sealSessions(db: Kysely<Tables>, seal: SecretSeal): Promise<void> {
  const rows = await db
    .selectFrom('sys_session')
    .select(['id', 'secretKey'])
    .where('secretSealed', '=', false)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (rows.length === 0) return;
  const sealed = await Promise.all(rows.map(({ id, secretKey }) => seal.seal(db, id, secretKey)));
  await sql`UPDATE sys_session s SET secret_key = r.sealed, secret_sealed = true
    FROM unnest(${rows.map(({ id }) => id)}::uuid[], ${sealed}::bytea[]) AS r(id, sealed) WHERE s.id = r.id`.execute(db);
}
