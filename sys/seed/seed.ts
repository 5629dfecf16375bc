import type { Office } from '@back-office/contract/office/office.ts';
import { statuses } from '@back-office/contract/status.ts';
import { dataScopes } from '@back-office/contract/data-scopes.ts';
import { type Kysely, sql } from 'kysely';
import { hashPassword, randomPassword } from '@back-office/server/identity/session/password.ts';
import { newId } from '@back-office/server/platform/database/new-id.ts';
import type { Database } from '@back-office/server/platform/database/database.ts';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import { withTransaction } from '@back-office/server/platform/database/with-transaction.ts';
import { ownDictionaries, type SeedDictionary, standardDictionaries } from './dictionaries.ts';
import { insertDistricts } from './districts.ts';
import { fillPinyin } from './fill-pinyin.ts';
import { insertFunctions } from './functions.ts';
import { systemIds } from '@back-office/server/identity/system-ids.ts';

/**
 * Puts in the first records of a new database: the account admin, the role admin, the dictionaries, the functions and
 * the districts. Each set once, under a lock, so that two servers that start at once make one admin. Gives the random
 * first password when it made one. The first password must be changed at the first sign-in, since it stood in a terminal
 * or in a file, unless the operator says to keep the one that they chose.
 */
export async function seed(
  database: Pick<Database, 'db'>,
  { office, adminPassword, keep = false }: { office: Office; adminPassword?: string | undefined; keep?: boolean },
): Promise<{ adminPassword?: string }> {
  const random = adminPassword === undefined ? randomPassword() : undefined;
  const hash = await hashPassword(adminPassword ?? random ?? '');
  return withTransaction(database.db, async (transaction) => {
    await sql`SELECT pg_advisory_xact_lock(7215002)`.execute(transaction);
    const first = await isNew(transaction, 'admin');
    if (first) await insertAdmin(transaction, hash, random !== undefined || !keep);
    if (await isNew(transaction, 'dictionaries')) await insertDictionaries(transaction, [...ownDictionaries, ...standardDictionaries]);
    await isNew(transaction, 'functions');
    await insertFunctions(transaction, office, ({ resource }) => isNew(transaction, `function ${resource}`));
    if (await isNew(transaction, 'districts')) await insertDistricts(transaction);
    await fillPinyin(transaction, office.resources);
    return first && random !== undefined ? { adminPassword: random } : {};
  });
}

/** True the first time a set is asked for; from the commit on it is done. */
async function isNew(db: Kysely<Tables>, name: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('sys_seed')
    .values({ name })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

async function insertAdmin(db: Kysely<Tables>, hash: string, once: boolean): Promise<void> {
  const { adminUser, adminRole } = systemIds;
  await db
    .insertInto('sys_role')
    .values({
      id: adminRole,
      roleName: '管理员',
      roleCode: 'admin',
      roleSort: 0,
      roleStatus: statuses.enabled,
      dataScope: dataScopes.all,
      roleRemark: '系统内置，拥有全部权限',
    })
    .execute();
  await db
    .insertInto('sys_user')
    .values({
      id: adminUser,
      userAccount: 'admin',
      userName: '管理员',
      userPassword: hash,
      passwordOnce: once,
      userStatus: statuses.enabled,
    })
    .execute();
  await db.insertInto('sys_user_role').values({ ownerId: adminUser, targetId: adminRole }).execute();
}

async function insertDictionaries(db: Kysely<Tables>, dictionaries: readonly SeedDictionary[]): Promise<void> {
  const rows = dictionaries.flatMap(({ label, value, remark, entries }, at) => {
    const root = {
      id: newId(),
      parent_id: null as string | null,
      dict_label: label,
      dict_value: value,
      dict_color: null as string | null,
      dict_sort: at + 1,
      dict_remark: remark ?? null,
    };
    const children = entries.split('|').map((entry, order) => {
      const [entryValue = '', entryLabel = entryValue, colour = null] = entry.split(' ');
      return {
        id: newId(),
        parent_id: root.id,
        dict_label: entryLabel,
        dict_value: entryValue,
        dict_color: colour,
        dict_sort: order + 1,
        dict_remark: null,
      };
    });
    return [root, ...children];
  });
  await sql`INSERT INTO sys_dict (id, parent_id, dict_label, dict_value, dict_value_type, dict_color, dict_sort, dict_status, dict_remark)
    SELECT id, parent_id, dict_label, dict_value, 'String', dict_color, dict_sort, ${sql.lit(statuses.enabled)}, dict_remark
    FROM json_to_recordset(${JSON.stringify(rows)}::json)
      AS x(id uuid, parent_id uuid, dict_label text, dict_value text, dict_color text, dict_sort integer, dict_remark text)`.execute(db);
}
