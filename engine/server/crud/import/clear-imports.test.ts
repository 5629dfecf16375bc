import { openSheetApp, Sheet, userRow } from '@back-office/app/testing/server/sheet.ts';
import { runJob } from '@back-office/app/testing/server/run-job.ts';
import { describe, expect, it } from 'vitest';

const { app, admin } = await openSheetApp();
const query = (text: string, values: unknown[] = []) => app.database.pool.query(text, values);

describe('expired imports', () => {
  it('are deleted some thousands of rows at a time, and none of them is found meanwhile', async () => {
    const [large, small, kept] = [
      await Sheet.of(app, admin, 'sys/user', [userRow()]),
      await Sheet.of(app, admin, 'sys/user', [userRow()]),
      await Sheet.of(app, admin, 'sys/user', [userRow()]),
    ];
    await query(
      `INSERT INTO sys_import_row (import_id, row_no, record_id, row_values, unique_keys, names)
       SELECT $1, n, gen_random_uuid(), '{}', '{}', '{}' FROM generate_series(1, 12000) n`,
      [large.id],
    );
    await query("UPDATE sys_import SET use_time = now() - interval '25 hours' WHERE id = ANY($1)", [[large.id, small.id]]);
    await query(`
      CREATE TABLE rows_at_once (rows int, open int);
      CREATE FUNCTION note_rows() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO rows_at_once SELECT count(*), (SELECT count(*) FROM sys_import WHERE state = '待导入') FROM gone; RETURN NULL; END $$;
      CREATE TRIGGER note_rows AFTER DELETE ON sys_import_row REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_rows()`);
    await runJob(app, 'clear-imports');
    const { rows } = await query('SELECT max(rows) AS most, sum(rows)::int AS deleted, max(open) AS open FROM rows_at_once');
    expect(rows).toEqual([{ most: 5000, deleted: 12_002, open: 1 }]);
    expect((await query('SELECT id FROM sys_import')).rows).toEqual([{ id: kept.id }]);
    expect((await large.add([{ row: 0, values: userRow() }])).code).toBe(40400);
    expect((await kept.add([{ row: 0, values: userRow() }])).code).toBe(20000);
  });
});
