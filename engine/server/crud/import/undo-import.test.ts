import { expect, it } from 'vitest';
import { pdfOf } from '../../testing/file-samples.ts';
import { holdInserts } from '../../testing/hold-inserts.ts';
import { openSheetApp, orgRow, Sheet, userRow } from '@back-office/app/testing/server/sheet.ts';
import { untilWaiting } from '../../testing/until-waiting.ts';
import { sendFile } from '@back-office/app/testing/server/uploads.ts';

const { app, admin, rowsOf, saved } = await openSheetApp();
const inAWeek = `${new Date(Date.now() + 7 * 24 * 3600_000).toISOString().slice(0, 10)} 00:00:00`;

it('an import cannot be undone if its records have attachments, which could not be restored', async () => {
  const sheet = await Sheet.of(app, admin, 'sys/org', [orgRow({ orgCode: 'with-file' }), orgRow()]);
  await sheet.save();
  const [org] = await rowsOf('sys/org', 'orgCode', 'with-file');
  const place = { otcType: 'sys/org', otcId: String(org?.id) };
  const file = await sendFile(app, admin, { name: 'a.pdf', bytes: pdfOf(300), fields: place });
  expect(file.code).toBe(20000);
  const refused = await sheet.undo();
  expect([refused.code, refused.data.rows]).toEqual([40900, [{ id: org?.id, label: org?.['orgName'], why: '已有附件' }]]);
  expect(refused.message).toBe(`导入的数据有 1 条不能撤销：“${String(org?.['orgName'])}”已有附件`);
  await app.call(admin, 'DELETE', `file/delete?id=${file.data.id}`);
  expect((await sheet.undo()).data).toEqual({ undone: 2 });
});

it('a refused undo names three records with the reason for each, and the number of all', async () => {
  const sheet = await Sheet.of(
    app,
    admin,
    'sys/org',
    ['甲', '乙', '丙', '丁'].map((orgName) => orgRow({ orgName })),
  );
  await sheet.save();
  const { rows } = await app.database.pool.query<{ id: string; name: string }>(
    `SELECT id, org_name AS name FROM sys_org WHERE org_name = ANY('{甲,乙,丙,丁}')`,
  );
  const named = new Map(rows.map((row) => [row.name, row]));
  await saved('sys/org', { id: named.get('甲')?.id, version: 1, orgName: '甲', orgLeader: '张三' });
  await app.call(admin, 'DELETE', `sys/org/delete/${named.get('乙')?.id}`);
  for (const name of ['丙', '丁'])
    await sendFile(app, admin, { name: 'a.pdf', bytes: pdfOf(300), fields: { otcType: 'sys/org', otcId: String(named.get(name)?.id) } });
  const { message } = await sheet.undo();
  expect(message).toBe('导入的数据有 4 条不能撤销：“甲”已被修改，一条数据已被删除或不在您的数据范围内，“丙”已有附件 等');
});

/** @see docs/postmortems/limits-that-work-reaches.md */
it('an import too large for one statement is saved and undone in portions, a tree from its lowest level up', async () => {
  const { pool } = app.database;
  await pool.query(`
    CREATE FUNCTION keep_small() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN IF (SELECT count(*) FROM written) > 1000 THEN RAISE 'too many for one statement'; END IF; RETURN NULL; END $$;
    CREATE TRIGGER keep_saved AFTER INSERT ON sys_org REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION keep_small();
    CREATE TRIGGER keep_gone AFTER DELETE ON sys_org REFERENCING OLD TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION keep_small();
    CREATE TRIGGER keep_lines AFTER INSERT ON sys_log_opt REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION keep_small()`);
  const [top, middle] = [orgRow({ orgCode: 'top' }), orgRow({ orgCode: 'middle', parentId: 'top' })];
  const below = Array.from({ length: 1100 }, () => orgRow({ parentId: 'middle' }));
  const sheet = await Sheet.of(app, admin, 'sys/org', [top, middle, ...below]);
  expect((await sheet.save()).code).toBe(20000);
  expect((await sheet.undo()).data).toEqual({ undone: 1102 });
  await pool.query('DROP FUNCTION keep_small() CASCADE');
});

it('an import cannot be undone if data was made for its records that would be deleted with them', async () => {
  const people = await Sheet.of(app, admin, 'sys/user', [userRow({ userAccount: 'with.key' })]);
  const roles = await Sheet.of(app, admin, 'sys/role', [{ roleName: '访客', roleCode: 'with-grants', dataScope: '本人' }]);
  for (const sheet of [people, roles]) expect((await sheet.save()).code).toBe(20000);
  const [user] = await rowsOf('sys/user', 'userAccount', 'with.key');
  const [role] = await rowsOf('sys/role', 'roleCode', 'with-grants');
  await saved('sys/token', { tokenName: '对接', sysUserId: user?.id, tokenRights: ['sys/org:read'], expireTime: inAWeek });
  const { rows } = await app.database.pool.query<{ id: string }>('SELECT id FROM sys_function LIMIT 1');
  const granted = await app.call(admin, 'POST', `sys/function/save-role-functions?sysRoleId=${role?.id}`, [rows[0]?.id]);
  expect(granted.code).toBe(20000);
  for (const [sheet, row] of [
    [people, user],
    [roles, role],
  ] as const) {
    const { code, data } = await sheet.undo();
    expect([code, data.rows]).toMatchObject([40900, [{ id: row?.id, why: '已有关联数据' }]]);
  }
  const ungranted = await app.call(admin, 'POST', `sys/function/save-role-functions?sysRoleId=${role?.id}`, []);
  expect([ungranted.code, (await roles.undo()).data]).toEqual([20000, { undone: 1 }]);
});

// The embedded database has one connection.
it.skipIf(app.database.kind === 'embedded')('an import being saved while its person begins a sixth can still be undone', async () => {
  const { pool } = app.database;
  const { token } = await app.userWith({ 'sys/org': ['read', 'import', 'delete'] });
  const first = await Sheet.of(app, token, 'sys/org', [orgRow()]);
  for (let more = 0; more < 4; more += 1) await Sheet.of(app, token, 'sys/org', [orgRow()]);
  const goOn = await holdInserts(pool, 'sys_org');
  const answer = first.save();
  await untilWaiting(pool);
  const sixth = Sheet.of(app, token, 'sys/org', [orgRow()]);
  await untilWaiting(pool, 2);
  await goOn();
  await sixth;
  expect([(await answer).code, (await first.undo()).data]).toEqual([20000, { undone: 1 }]);
});
