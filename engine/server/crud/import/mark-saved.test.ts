import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { openSheetApp } from '@back-office/app/testing/server/sheet.ts';
import { markSaved, openImport, stageRows } from './import-store.ts';

const { app } = await openSheetApp();

it('marks the rows of a large import in portions, so that no lock or statement lasts long', async () => {
  const { db, pool } = app.database;
  const { userId } = await app.userWith({});
  const importId = await openImport(db, 'sys/user', '一月.xlsx', userId);
  const rows = Array.from({ length: 4500 }, (_, rowNo) => ({ rowNo, recordId: randomUUID(), values: {}, uniqueKeys: [], names: [] }));
  await stageRows(db, importId, { rows, removed: [] });
  await pool.query(`CREATE TABLE told (many int)`);
  await pool.query(
    `CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO told SELECT count(*) FROM gone; RETURN NULL; END $$`,
  );
  for (const event of ['UPDATE', 'DELETE'])
    await pool.query(
      `CREATE TRIGGER tell_${event} AFTER ${event} ON sys_import_row REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION tell()`,
    );
  const good = rows.filter((_, at) => at % 3 > 0);
  const numbers = (some: typeof rows) => some.map(({ rowNo }) => rowNo);
  await markSaved(db, importId, 7, numbers(good), numbers(rows.filter((_, at) => at % 3 === 0)));
  const { rows: told } = await pool.query<{ most: number; sum: number }>('SELECT max(many) AS most, sum(many)::int AS sum FROM told');
  expect(told).toEqual([{ most: 1000, sum: 4500 }]);
  const { rows: left } = await pool.query('SELECT record_id FROM sys_import_row WHERE import_id = $1 AND row_values IS NULL', [importId]);
  expect(new Set(left.map(({ record_id: id }) => id))).toEqual(new Set(good.map(({ recordId }) => recordId)));
});
