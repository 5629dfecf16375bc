import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from '../platform/settings.ts';
import { runJob } from '@back-office/app/testing/server/run-job.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';

/* What piles up is cleared in portions: all at once it outlasts the time of a statement, in every hour anew, and is never cleared. */
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ limits: readSettings({ RECYCLE_DAYS: '90' }).limits });
});
afterAll(() => app.drop());

const query = async <Row extends object>(text: string): Promise<Row[]> => (await app.database.pool.query<Row>(text)).rows;

/** From now on the database refuses a statement that does this to more rows of a table. */
async function refuseMore(what: 'UPDATE' | 'DELETE', table: string, rows: number): Promise<void> {
  const name = `refuse_more_${table}_${what.toLowerCase()}`;
  await query(`CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF (SELECT count(*) FROM gone) > ${rows} THEN RAISE EXCEPTION 'too much at once'; END IF; RETURN NULL; END $$`);
  await query(
    `CREATE TRIGGER ${name} AFTER ${what} ON ${table} REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION ${name}()`,
  );
}

const failures = (kind: string) => query(`SELECT run_error AS error FROM sys_job_run WHERE job_kind = '${kind}' AND run_status = '失败'`);

/** @see docs/postmortems/limits-that-work-reaches.md */
it('the recycle bin applies a changed retention period, however many records it holds', async () => {
  await refuseMore('UPDATE', 'sys_recycle', 10_000);
  await refuseMore('DELETE', 'sys_recycle', 1000);
  const deleted = (days: number, rows: number) =>
    query(`INSERT INTO sys_recycle (id, recycle_name, recycle_module, target_resource, target_id, content, create_time, delete_time, expire_time)
      SELECT gen_random_uuid(), 'x', '机构', 'sys/org', gen_random_uuid(), '{}', at, at, at + interval '30 days'
      FROM (SELECT now() - interval '${days} days' AS at) t, generate_series(1, ${rows})`);
  await deleted(29, 21_000);
  await deleted(91, 1500);
  await runJob(app, 'clear-recycle');
  expect(await failures('clear-recycle')).toEqual([]);
  expect(
    await query(
      `SELECT DISTINCT extract(day FROM expire_time - create_time)::int AS days, count(*)::int AS rows FROM sys_recycle GROUP BY 1`,
    ),
  ).toEqual([{ days: 90, rows: 21_000 }]);
});

it('recorded changes are deleted after a week, however many a single operation left', async () => {
  await refuseMore('DELETE', 'sys_change', 20_000);
  await query(`INSERT INTO sys_change (source, id, kind, change_time)
    SELECT 'sys_org', gen_random_uuid(), 'changed', now() - interval '8 days' FROM generate_series(1, 41000)`);
  await runJob(app, 'clear-changes');
  expect(await failures('clear-changes')).toEqual([]);
  expect(await query(`SELECT FROM sys_change WHERE change_time < now() - interval '7 days'`)).toEqual([]);
  expect(await query(`SELECT cleared::text <> '0' AS told FROM sys_change_start WHERE source = 'sys_org'`)).toEqual([{ told: true }]);
});

it('imports are deleted a day after their last use, and a month after they were saved', async () => {
  await query(`INSERT INTO sys_import (id, resource, file_name, state, create_time, use_time, save_time, create_user)
    SELECT gen_random_uuid(), 'sys/org', 'x.xlsx', state, now() - interval '40 days', now() - hours * interval '1 hour',
      CASE state WHEN '已导入' THEN now() - hours * interval '1 hour' END, (SELECT id FROM sys_user LIMIT 1)
    FROM (VALUES ('待导入', 25), ('待导入', 26), ('已导入', 27), ('待导入', 1), ('已导入', 24 * 31)) t(state, hours)`);
  await runJob(app, 'clear-imports');
  expect(await failures('clear-imports')).toEqual([]);
  expect(await query('SELECT state FROM sys_import ORDER BY use_time')).toEqual([{ state: '已导入' }, { state: '待导入' }]);
});

describe('abandoned uploads', () => {
  const upload = (parts: number, time: string, count = 1) =>
    query(`WITH uploads AS (
      INSERT INTO sys_upload (id, sys_user_id, file_name, file_type, total_chunks, file_source, touch_time)
      SELECT gen_random_uuid(), gen_random_uuid(), 'x.pdf', 'pdf', ${parts}, 'x', now() - interval '${time}' FROM generate_series(1, ${count}) RETURNING id)
      INSERT INTO sys_upload_part (sys_upload_id, idx, part_size, part_hash, storage_key)
      SELECT id, n, 1, '', 'aa/' || md5(id::text || n) FROM uploads, generate_series(0, ${parts - 1}) n`);
  const left = () =>
    query(`SELECT (SELECT count(*)::int FROM sys_upload) AS uploads, (SELECT count(*)::int FROM sys_upload_part) AS parts,
      (SELECT count(*)::int FROM sys_storage_trash) AS trash`);

  it('are deleted in portions, however many there are and however many parts one has, and those of the last day are kept', async () => {
    await refuseMore('DELETE', 'sys_upload_part', 1000);
    await refuseMore('DELETE', 'sys_upload', 1000);
    await upload(2500, '25 hours');
    await upload(1, '26 hours', 1100);
    await upload(3, '23 hours');
    await runJob(app, 'sweep-storage');
    expect(await failures('sweep-storage')).toEqual([]);
    expect(await left()).toEqual([{ uploads: 1, parts: 3, trash: 0 }]);
  });

  it('that cannot be deleted keep neither the trash nor expired links from being cleared', async () => {
    await upload(1, '25 hours');
    await query(`INSERT INTO sys_storage_trash (storage_key) VALUES ('aa/' || md5('1'))`);
    await query(`CREATE FUNCTION keep_upload() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not this one'; END $$`);
    await query('CREATE TRIGGER keep_upload BEFORE DELETE ON sys_upload FOR EACH ROW EXECUTE FUNCTION keep_upload()');
    await runJob(app, 'sweep-storage');
    expect(await failures('sweep-storage')).toEqual([{ error: expect.stringContaining('not this one') }]);
    expect(await left()).toEqual([{ uploads: 2, parts: 4, trash: 0 }]);
  });
});
