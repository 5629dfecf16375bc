import { mkdtempSync, readdirSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { productVersion } from '../product-version.ts';
import { openTestDatabase, type TestDatabase } from '@back-office/app/testing/server/test-database.ts';
import { silentLog } from '../../testing/silent-log.ts';
import { migrate as migrateWith } from './migrate.ts';

const folder = mkdtempSync(join(tmpdir(), 'back-office-test-migrations-'));
let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await database.pool.query('truncate schema_migration; drop table if exists pet, owner');
  for (const name of readdirSync(folder)) unlinkSync(join(folder, name));
  writeFolder({
    '0001-pet.sql': 'create table pet (id int);',
    '0002-owner.sql': 'create table owner (id int); alter table pet add owner int;',
  });
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const migrate = () => migrateWith(database, { log: silentLog, modules: [{ name: 'sys', migrations: folder }] });
const tables = async () => {
  const { rows } = await database.pool.query("select relname from pg_class where relname in ('pet', 'owner') order by 1");
  return rows.map(({ relname }) => relname);
};

function writeFolder(files: Record<string, string>): void {
  for (const [name, sql] of Object.entries(files)) writeFileSync(join(folder, name), sql);
}

describe('migrate', () => {
  it('runs each file once, in order', async () => {
    expect(await migrate()).toEqual(['0001-pet', '0002-owner']);
    expect(await migrate()).toEqual([]);
    writeFolder({ '0003-more.sql': 'alter table pet add name text;' });
    expect(await migrate()).toEqual(['0003-more']);
    expect((await database.pool.query('select name, owner from pet')).rows).toEqual([]);
  });

  it('makes servers that start at the same time migrate one after the other', async () => {
    const results = await Promise.all([migrate(), migrate(), migrate()]);
    expect(results.flat()).toEqual(['0001-pet', '0002-owner']);
  });

  it('names the file, reason and line of a migration that fails, and rolls it back', async () => {
    writeFolder({ '0002-owner.sql': 'create table owner (id int);\n\nalter table missing add x int;' });
    await expect(migrate()).rejects.toThrow(
      'The migration 0002-owner failed, and its changes were rolled back: relation "missing" does not exist.',
    );
    expect(await tables()).toEqual(['pet']);
    writeFolder({ '0002-owner.sql': 'create table owner (id int);\n\nselec 1;' });
    await expect(migrate()).rejects.toThrow('syntax error at or near "selec" (line 3)');
    expect(await tables()).toEqual(['pet']);
  });

  it('refuses a file that was changed after it had been applied', async () => {
    await migrate();
    writeFolder({ '0001-pet.sql': 'create table pet (id bigint);', '0003-more.sql': 'drop table pet;' });
    await expect(migrate()).rejects.toThrow('The migration 0001-pet was changed after it had been applied');
    expect(await tables()).toEqual(['owner', 'pet']);
  });

  it('refuses a database that a newer version has migrated', async () => {
    await migrate();
    unlinkSync(join(folder, '0002-owner.sql'));
    const unknown = `The database has the migration 0002-owner, which version ${productVersion} does not know: `;
    await expect(migrate()).rejects.toThrow(`${unknown}a newer version made it, start that one.`);
  });

  it('names the newer version if it is recorded', async () => {
    await migrate();
    expect((await database.pool.query('select version from sys_version')).rows).toEqual([{ version: productVersion }]);
    await database.pool.query(`insert into sys_version values ('99.1.0', now() + interval '1 day')`);
    unlinkSync(join(folder, '0002-owner.sql'));
    await expect(migrate()).rejects.toThrow('version 99.1.0 made it, start that one or a later one.');
    await database.pool.query(`delete from sys_version where version = '99.1.0'`);
  });

  it('refuses a file name that is not NNNN-name.sql and would run out of order', async () => {
    writeFolder({ '3-more.sql': 'select 1' });
    await expect(migrate()).rejects.toThrow('The migration 3-more.sql must be named NNNN-name.sql');
  });

  it('leaves the statement timeout of requests unchanged', async () => {
    await migrate();
    expect((await database.pool.query('show statement_timeout')).rows).toEqual([
      { statement_timeout: database.kind === 'embedded' ? '0' : '10s' },
    ]);
  });
});
