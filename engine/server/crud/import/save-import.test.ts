import { randomUUID } from 'node:crypto';
import type { ImportBatch } from '@back-office/contract/calls/import.ts';
import { describe, expect, inject, it } from 'vitest';
import { runJob } from '@back-office/app/testing/server/run-job.ts';
import { openSheetApp, orgRow, Sheet, userRow } from '@back-office/app/testing/server/sheet.ts';
import { untilWaiting } from '../../testing/until-waiting.ts';

const hasOneConnection = inject('testTemplate').kind === 'embedded';
const { app, admin, rowsOf, saved } = await openSheetApp();

/** The number of records in the recycle bin. */
const kept = async () => (await app.database.pool.query('SELECT FROM sys_recycle')).rowCount;

describe('an import', () => {
  it('is a batch with its number in the operation log, and returns one-time passwords once', async () => {
    const rows = [userRow(), userRow()];
    const sheet = await Sheet.of(app, admin, 'sys/user', rows);
    const { code, data } = await sheet.save();
    expect(code).toBe(20000);
    expect(data.passwords.map(({ row, account }) => [row, account])).toEqual(rows.map(({ userAccount }, row) => [row, userAccount]));
    const [first] = data.passwords;
    expect((await app.login(first?.account ?? '', first?.password ?? '')).code).toBe(20000);
    const { rows: log } = await app.database.pool.query(
      'SELECT opt_type, opt_message FROM sys_log_opt WHERE opt_message LIKE $1 ORDER BY opt_type',
      [`导入批次 ${data.batchNo}%`],
    );
    expect(log).toEqual([
      { opt_type: '导入', opt_message: `导入批次 ${data.batchNo}` },
      { opt_type: '导入', opt_message: `导入批次 ${data.batchNo}` },
      { opt_type: '批量导入', opt_message: `导入批次 ${data.batchNo}：导入 2 行` },
    ]);
    const { data: batches } = await app.call<ImportBatch[]>(admin, 'GET', 'sys/user/select-imports');
    expect(batches[0]).toMatchObject({ id: sheet.id, batchNo: data.batchNo, saved: 2, fileName: '一月.xlsx', state: '已导入' });
  });

  it('is saved once, however often the save is requested', async () => {
    const sheet = await Sheet.of(app, admin, 'sys/user', [userRow()]);
    const key = randomUUID();
    const [one, other] = await Promise.all([sheet.save('', key), sheet.save('', key)]);
    expect(one.data).toEqual(other.data);
    expect(one.data.passwords).toHaveLength(1);
    const again = await sheet.save();
    expect([again.code, again.message]).toEqual([40900, `该文件已经导入过，批次号 ${one.data.batchNo}`]);
    expect((await sheet.add([{ row: 5, values: userRow() }])).code).toBe(40900);
  });

  it('that fails in the middle leaves nothing behind, and succeeds when it is requested again', async () => {
    const { pool } = app.database;
    const rows = Array.from({ length: 1200 }, (_, at) => orgRow({ orgCode: `cut-${at}` }));
    const sheet = await Sheet.of(app, admin, 'sys/org', rows);
    // Fails in the second statement.
    await pool.query(`CREATE FUNCTION break_off() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'cut' USING ERRCODE = 'admin_shutdown'; END $$`);
    await pool.query(
      "CREATE TRIGGER break_off BEFORE INSERT ON sys_org FOR EACH ROW WHEN (NEW.org_code = 'cut-1100') EXECUTE FUNCTION break_off()",
    );
    const [before, key] = [await app.digest(), randomUUID()];
    const url = `/api/sys/org/save-import/${sheet.id}`;
    const headers = { authorization: admin, 'idempotency-key': key };
    expect((await app.server.inject({ method: 'POST', url, headers })).statusCode).toBe(503);
    expect(await app.digest()).toBe(before);
    await pool.query('DROP FUNCTION break_off CASCADE');
    expect((await sheet.save('', key)).data.saved).toBe(1200);

    // The undo also takes several statements, with a log line for each row.
    expect((await sheet.undo()).data).toEqual({ undone: 1200 });
    const { rowCount } = await pool.query(
      `SELECT FROM sys_log_opt WHERE opt_type = '撤销导入' AND target_id IN (SELECT record_id FROM sys_import_row WHERE import_id = $1)`,
      [sheet.id],
    );
    expect(rowCount).toBe(1200);
  });

  it('saves only the good rows if asked to, and reports which it left out', async () => {
    const rows = [
      orgRow({ orgName: '坏上级', orgCode: '坏' }),
      orgRow({ parentId: '坏上级' }),
      orgRow({ orgName: '好上级', orgCode: 'good-parent' }),
      orgRow({ parentId: 'good-parent', orgCode: 'good-child' }),
    ];
    const sheet = await Sheet.of(app, admin, 'sys/org', rows);
    const { code, data } = await sheet.save('?goodOnly=true');
    expect([code, data.saved, data.skipped]).toEqual([20000, 2, 2]);
    expect(data.issues).toEqual([
      { row: 0, field: 'orgCode', message: expect.any(String) },
      { row: 1, field: 'parentId', message: '上级机构所在的行有误或循环引用' },
    ]);
    expect(await rowsOf('sys/org', 'orgCode', 'good-')).toHaveLength(2);
    const none = await Sheet.of(app, admin, 'sys/org', [orgRow({ orgCode: '坏' })]);
    expect((await none.save('?goodOnly=true')).code).toBe(40000);
  });

  it('can be undone as a whole, once, and only while nothing has touched its records', async () => {
    const codes = ['undo-1', 'undo-2'];
    const orgs = codes.map((orgCode, at) => orgRow({ orgCode, ...(at === 0 ? {} : { parentId: codes[0] }) }));
    const sheet = await Sheet.of(app, admin, 'sys/org', orgs);
    expect((await sheet.undo()).code).toBe(40900);
    await sheet.save();
    const [, child] = await rowsOf('sys/org', 'orgCode', 'undo-');
    const edited = await saved('sys/org', { id: child?.id, version: 1, orgLeader: '李四' });
    expect(edited.version).toBe(2);
    const refused = await sheet.undo();
    expect([refused.code, refused.data.conflict, refused.data.rows]).toEqual([
      40900,
      'touched',
      [{ id: child?.id, label: child?.['orgName'], why: '已被修改' }],
    ]);
    await app.database.pool.query('UPDATE sys_org SET version = 1 WHERE id = $1', [child?.id]);
    const user = await saved('sys/user', userRow({ sysOrgId: child?.id }));
    expect((await sheet.undo()).data.conflict).toBe('reference');
    await app.call(admin, 'DELETE', `sys/user/delete/${user.id}`);
    const binned = await kept();
    expect((await sheet.undo()).data).toEqual({ undone: 2 });
    expect(await rowsOf('sys/org', 'orgCode', 'undo-')).toEqual([]);
    expect(await kept()).toBe(binned);
    expect((await (await Sheet.of(app, admin, 'sys/org', orgs)).save()).data.saved).toBe(2);
    expect((await sheet.undo()).message).toBe('该批次已经撤销');
  });

  it('of users cannot be undone once one of them has signed in', async () => {
    const sheet = await Sheet.of(app, admin, 'sys/user', [userRow()]);
    const { data } = await sheet.save();
    await app.signIn(data.passwords[0]?.account ?? '', data.passwords[0]?.password ?? '');
    expect((await sheet.undo()).data.rows).toEqual([expect.objectContaining({ why: '已被使用' })]);
  });

  it('names a duplicate row, however far apart the two are and however each of them names its parent', async () => {
    const above = await saved('sys/dict', { dictLabel: '远方', dictValue: randomUUID(), dictValueType: 'String' });
    const below = await saved('sys/dict', { dictLabel: '近处', dictValue: randomUUID(), dictValueType: 'String', parentId: above.id });
    const word = (dictValue: string, parentId = '近处') => ({ dictLabel: '词', dictValueType: 'String', dictValue, parentId });
    const long = 'x'.repeat(300);
    const rows = [
      word('M'),
      ...Array.from({ length: 2000 }, (_, at) => word(`w${at}`)),
      word('M', '远方/近处'),
      word('m'),
      word(`${long}a`),
    ];
    const sheet = await Sheet.of(app, admin, 'sys/dict', rows.slice(0, 2000));
    await sheet.add([...rows, word(`${long}b`)].map((values, row) => ({ row, values })).slice(2000));
    const { code, data } = await sheet.save();
    expect([code, data.fields.map(({ row, field }) => [row, field])]).toEqual([40000, [[2001, 'dictValue']]]);
    await sheet.add([{ row: 2001, values: null }]);
    expect((await sheet.save()).data.saved).toBe(2004);
    expect((await app.call<{ total: number }>(admin, 'GET', `sys/dict/select-page?eq=parentId:${below.id}`)).data.total).toBe(2004);
  });

  it('is accessible to nobody else', async () => {
    const sheet = await Sheet.of(app, admin, 'sys/user', [userRow()]);
    const other = await app.userWith({ 'sys/user': ['write'] });
    for (const path of ['add-import-rows', 'check-import', 'save-import', 'undo-import']) {
      expect((await app.call(other.token, 'POST', `sys/user/${path}/${sheet.id}`, [{ row: 0, values: null }])).code, path).toBe(40400);
    }
    // Nor an import of another resource.
    expect((await app.call(admin, 'POST', `sys/org/save-import/${sheet.id}`)).code).toBe(40400);
  });
});

describe('imports of one person', () => {
  const batches = async (token: string, resource = 'sys/org') =>
    (await app.call<ImportBatch[]>(token, 'GET', `${resource}/select-imports`)).data.map(({ id }) => id);

  it('are listed by resource, the last saved first, and only to that person', async () => {
    const [one, other] = [await app.userWith({ 'sys/org': ['import'] }), await app.userWith({ 'sys/org': ['import'] })];
    const sheets = [await Sheet.of(app, one.token, 'sys/org', [orgRow()]), await Sheet.of(app, one.token, 'sys/org', [orgRow()])];
    for (const sheet of sheets.toReversed()) expect((await sheet.save()).code).toBe(20000);
    await Sheet.of(app, one.token, 'sys/org', [orgRow()]);
    expect([await batches(one.token), await batches(other.token)]).toEqual([sheets.map(({ id }) => id), []]);
    expect(await batches(admin, 'sys/dict')).not.toContain((await batches(admin, 'sys/user'))[0]);
  });

  it('are at most five unsaved ones: a sixth deletes the one unused for longest, but never a saved one', async () => {
    const { token } = await app.userWith({ 'sys/org': ['import'] });
    const saved = await Sheet.of(app, token, 'sys/org', [orgRow()]);
    await saved.save();
    const open = [];
    for (let at = 0; at < 6; at += 1) open.push(await Sheet.of(app, token, 'sys/org', [orgRow()]));
    const codes = await Promise.all(open.map(({ id }) => app.call(token, 'POST', `sys/org/check-import/${id}`)));
    expect(codes.map(({ code }) => code)).toEqual([40400, 20000, 20000, 20000, 20000, 20000]);
    expect(await batches(token)).toEqual([saved.id]);
  });

  it('that people still check or add rows to outlast others that were begun later', async () => {
    const { token } = await app.userWith({ 'sys/org': ['import'] });
    const open: Sheet[] = [];
    for (let at = 0; at < 5; at += 1) open.push(await Sheet.of(app, token, 'sys/org', [orgRow()]));
    expect(await open[0]?.check()).toEqual([]);
    await open[1]?.add([{ row: 1, values: orgRow() }]);
    for (let at = 0; at < 2; at += 1) open.push(await Sheet.of(app, token, 'sys/org', [orgRow()]));
    const codes = await Promise.all(open.map(({ id }) => app.call(token, 'POST', `sys/org/check-import/${id}`)));
    expect(codes.map(({ code }) => code)).toEqual([20000, 20000, 40400, 40400, 20000, 20000, 20000]);
  });

  it('keep only which records they became once they are saved, and nothing of the file', async () => {
    const sheet = await Sheet.of(app, admin, 'sys/org', [orgRow(), orgRow({ orgCode: '坏' }), orgRow()]);
    expect((await sheet.save('?goodOnly=true')).data).toMatchObject({ saved: 2, skipped: 1 });
    const { rows } = await app.database.pool.query(
      'SELECT row_no, row_values, unique_keys, names FROM sys_import_row WHERE import_id = $1 ORDER BY row_no',
      [sheet.id],
    );
    expect(rows).toEqual([0, 2].map((row) => ({ row_no: row, row_values: null, unique_keys: [], names: [] })));
    const again = await app.call(admin, 'POST', `sys/org/check-import/${sheet.id}`);
    expect(again).toMatchObject({ code: 40900, data: { conflict: 'imported' } });
    const { rows: log } = await app.database.pool.query('SELECT opt_message FROM sys_log_opt WHERE target_id = $1', [sheet.id]);
    expect(log).toEqual([{ opt_message: expect.stringMatching(/：导入 2 行，跳过有误的 1 行$/) as string }]);
  });

  it('are deleted a day after their last use, or once saved when they can no longer be undone', async () => {
    const { token } = await app.userWith({ 'sys/org': ['import'] });
    const [fresh, used, left, kept, old] = await Promise.all([1, 2, 3, 4, 5].map(() => Sheet.of(app, token, 'sys/org', [orgRow()])));
    for (const sheet of [kept, old]) await sheet?.save();
    const age = (sheet: Sheet | undefined, days: number) =>
      app.database.pool.query(
        `UPDATE sys_import SET create_time = now() - make_interval(days => $2), use_time = now() - make_interval(days => $2),
          save_time = save_time - make_interval(days => $2) WHERE id = $1`,
        [sheet?.id, days],
      );
    for (const [sheet, days] of [
      [used, 40],
      [left, 2],
      [kept, 2],
      [old, 366],
    ] as const)
      await age(sheet, days);
    expect(await used?.check()).toEqual([]);
    await runJob(app, 'clear-imports');
    const { rows } = await app.database.pool.query<{ id: string }>('SELECT id FROM sys_import WHERE id = ANY($1)', [
      [fresh, used, left, kept, old].map((sheet) => sheet?.id),
    ]);
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set([fresh?.id, used?.id, kept?.id]));
  });

  it.skipIf(hasOneConnection)('are not deleted as unused if they are saved at that moment', async () => {
    const sheet = await Sheet.of(app, admin, 'sys/org', [orgRow()]);
    await app.database.pool.query("UPDATE sys_import SET use_time = now() - interval '2 days' WHERE id = $1", [sheet.id]);
    const client = await app.database.pool.connect();
    await client.query('BEGIN');
    await client.query("UPDATE sys_import SET state = '已导入', save_time = now() WHERE id = $1", [sheet.id]);
    const clearing = runJob(app, 'clear-imports');
    await untilWaiting(app.database.pool);
    await client.query('COMMIT');
    client.release();
    await clearing;
    expect((await app.database.pool.query('SELECT FROM sys_import WHERE id = $1', [sheet.id])).rowCount).toBe(1);
  });
});
