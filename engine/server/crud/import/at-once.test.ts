import { expect, it } from 'vitest';
import { openSheetApp, orgRow, Sheet, userRow } from '@back-office/app/testing/server/sheet.ts';
import { untilWaiting } from '../../testing/until-waiting.ts';

/* Records that an import refers to, or rights of its person, are deleted while it is being saved. The embedded database has one connection. */
const { app, admin, rowsOf, saved } = await openSheetApp();
const { pool, kind } = app.database;

/** Saves the sheet, and runs `meanwhile` while the save waits for a lock that the statement `lock` holds. */
async function saveWhile(sheet: Sheet, lock: string, meanwhile?: string) {
  const holder = await pool.connect();
  await holder.query('BEGIN');
  await holder.query(lock);
  const answer = sheet.save();
  await untilWaiting(pool);
  if (meanwhile !== undefined) await pool.query(meanwhile);
  await holder.query('COMMIT');
  holder.release();
  return answer;
}

it.skipIf(kind === 'embedded')(
  'a row whose organisation is deleted during the save is named, and the other rows can be saved',
  async () => {
    const org = await saved('sys/org', orgRow({ orgCode: 'going' }));
    const sheet = await Sheet.of(app, admin, 'sys/user', [userRow({ sysOrgId: 'going' }), userRow()]);
    const { code, data } = await saveWhile(sheet, `DELETE FROM sys_org WHERE id = '${org.id}'`);
    expect([code, data.fields]).toEqual([40000, [{ row: 0, field: 'sysOrgId', message: '机构不存在' }]]);
    expect((await sheet.save('?goodOnly=true')).data).toMatchObject({ saved: 1, skipped: 1 });
  },
);

const rolesOf = (id: string) => `(SELECT target_id FROM sys_user_role WHERE owner_id = '${id}')`;
it.skipIf(kind === 'embedded').each<[string, (userId: string) => string, number]>([
  ['the right', (id) => `UPDATE sys_role_function SET function_permission = 'read' WHERE sys_role_id IN ${rolesOf(id)}`, 40300],
  ['the data scope', (id) => `UPDATE sys_role SET data_scope = '本人' WHERE id IN ${rolesOf(id)}`, 40000],
  ['the account', (id) => `UPDATE sys_user SET user_status = '停用' WHERE id = '${id}'`, 41003],
])('nothing is saved of an import whose person loses %s during the save', async (_what, loss, code) => {
  const above = await saved('sys/org', orgRow());
  const { token, userId } = await app.userWith({ 'sys/org': ['read', 'import'] });
  const row = orgRow({ parentId: above['orgCode'] });
  const sheet = await Sheet.of(app, token, 'sys/org', [row]);
  const answer = await saveWhile(sheet, `SELECT FROM sys_import WHERE id = '${sheet.id}' FOR UPDATE`, loss(userId));
  expect([answer.code, await rowsOf('sys/org', 'orgCode', String(row['orgCode']))]).toEqual([code, []]);
});
