import { watermarks } from '@back-office/contract/calls/watermark.ts';
import { statuses } from '@back-office/contract/status.ts';
import { dataScopes } from '@back-office/contract/data-scopes.ts';
import { subjectOf } from '@back-office/contract/office/menu.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import type { FirstAdmin, Seeding } from '@back-office/server/office/server-module.ts';
import { ownDictionaries, standardDictionaries } from './dictionaries.ts';
import { insertDictionaries } from './insert-dictionaries.ts';
import { insertDistricts } from './insert-districts.ts';
import { addPermissions, insertFunctions } from './functions.ts';
import { systemIds } from '@back-office/server/identity/system-ids.ts';

/**
 * Puts in the first records of a new database: the account admin, the role admin, the dictionaries, the functions and
 * the districts.
 */
export async function seedSys({ db, office, isNew, admin }: Seeding): Promise<void> {
  if (await isNew('admin')) {
    await insertAdmin(db, admin);
    admin.onMade();
  }
  if (await isNew('dictionaries')) await insertDictionaries(db, [...ownDictionaries, ...standardDictionaries]);
  await isNew('functions');
  await insertFunctions(db, office, (entry) => isNew(`function ${subjectOf(entry)}`));
  await addPermissions(db, office, await isNew('permissions'));
  if (await isNew('districts')) await insertDistricts(db);
}

async function insertAdmin(db: Kysely<Tables>, { hash, once }: FirstAdmin): Promise<void> {
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
      roleWatermark: watermarks.asSet,
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
