import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folderStorage } from '@back-office/server/platform/storage/folder-storage.ts';
import { openStorage } from '@back-office/server/platform/storage/open-storage.ts';
import { newKey } from '@back-office/server/platform/storage/new-key.ts';
import type { Storage } from '@back-office/server/platform/storage/storage.ts';
import { pdfOf } from '@back-office/server/testing/file-samples.ts';
import { openTestApp, type TestApp } from '../testing/server/test-app.ts';
import { sendFile } from '../testing/server/uploads.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formatVersion, objectsTally } from './archive-format.ts';
import { backUp } from './backup.ts';
import { longTransaction } from './long-transaction.ts';
import { move } from './move.ts';
import { migrationsOf, readSequences, readTables } from './read-tables.ts';
import { restore } from './restore.ts';
import { Tally } from './tally.ts';
import { withEmptyBeside } from '../testing/server/with-empty-beside.ts';
import { writeArchive } from './write-archive.ts';

/* Rows that are useful only to a thief, or meaningful to one database alone, are in no backup, and no restore brings them back. */
let app: TestApp;
let folder: string;
let storage: Storage;
const excluded = [
  'sys_session',
  'sys_sign_in_ticket',
  'sys_file_link',
  'sys_change',
  'sys_change_start',
  'sys_node',
  'sys_live_bus',
  'sys_live_message',
] as const;

beforeAll(async () => {
  app = await openTestApp();
  folder = await mkdtemp(join(tmpdir(), 'back-office-excluded-'));
  storage = await openStorage({ s3: undefined, dataDir: app.database.dataDir }, app.database.db);
  const admin = await app.admin();
  const { data: file } = await sendFile(app, admin, { bytes: pdfOf(3000), name: 'a.pdf' });
  await app.database.pool.query(`
    INSERT INTO sys_org (id, org_name, org_code, org_status) VALUES (gen_random_uuid(), '变更', 'changed', '正常');
    INSERT INTO sys_sign_in_ticket (token_hash, sys_user_id) SELECT '\\x01', id FROM sys_user LIMIT 1;
    INSERT INTO sys_file_link (token_hash, sys_file_id, sys_session_id, expire_time) VALUES ('\\x01', '${String(file.id)}', gen_random_uuid(), now());
    INSERT INTO sys_node (id, node_name, report) VALUES (gen_random_uuid(), 'one', '{}');
    INSERT INTO sys_live_bus (way) VALUES ('poll') ON CONFLICT DO NOTHING;
    INSERT INTO sys_live_message (payload) VALUES ('{}');
    INSERT INTO sys_storage_trash (storage_key) VALUES ('${newKey()}')`);
});
afterAll(async () => {
  await app.drop();
  await rm(folder, { recursive: true });
});

const countsOf = async ({ pool }: Pick<TestApp['database'], 'pool'>): Promise<Record<string, number>> => {
  const counted = excluded.map((name) => `SELECT '${name}' AS name, count(*)::int AS count FROM ${name}`);
  const { rows } = await pool.query<{ name: string; count: number }>(counted.join(' UNION ALL '));
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
};
const none = Object.fromEntries(excluded.map((name) => [name, 0]));

/** A backup in the format of versions that excluded nothing; it contains no files. */
async function backUpAll(file: string): Promise<void> {
  const archive = await writeArchive(file);
  await longTransaction(app.database, 'reading', async (client) => {
    const manifest = { format: formatVersion, version: '1', createTime: '', migrations: Object.fromEntries(await migrationsOf(client)) };
    await archive.addText('manifest.json', JSON.stringify(manifest));
    const tally = new Tally();
    for await (const { table, rows } of readTables(client, tally)) await archive.addText(`tables/${table}/1.json`, rows.join('\n'));
    const objects = { [objectsTally]: { count: 0, hash: '0'.repeat(64) } };
    await archive.addText('summary.json', JSON.stringify({ tables: tally.result(), objects, sequences: await readSequences(client) }));
  });
  await archive.close();
}

it('a backup contains no excluded rows, and reads no bytes that are waiting to be removed', async () => {
  expect(Object.values(await countsOf(app.database)).every((count) => count > 0)).toBe(true);
  const { tables, missing } = await backUp({ database: app.database, storage, version: '1' }, join(folder, 'new.tar.gz'));
  expect(Object.fromEntries(excluded.map((name) => [name, tables[name]?.count]))).toEqual(none);
  expect(missing).toEqual([]);
});

it('a move takes no changes along, which count the transactions of the embedded database: programs that copy them start over once', async () => {
  await app.database.pool.query(`UPDATE sys_change_start SET cleared = '9000000000'`);
  await withEmptyBeside(app.database, folder, async (database) => {
    await move(app.database, database);
    const { sys_change: changes, sys_change_start: begun } = await countsOf(database);
    expect([changes, begun]).toEqual([0, (await countsOf(app.database))['sys_change_start']]);
    const { rows } = await database.pool.query(
      'SELECT FROM sys_change_start WHERE greatest(begun, cleared) >= pg_snapshot_xmax(pg_current_snapshot())',
    );
    expect(rows).toEqual([]);
  });
});

it('an older backup restores no excluded rows, and programs that copy changes start over', async () => {
  const file = join(folder, 'old.tar.gz');
  await backUpAll(file);
  const keyOf = async ({ pool }: Pick<TestApp['database'], 'pool'>) =>
    (await pool.query<{ key: string }>(`SELECT encode(value, 'hex') AS key FROM sys_secret WHERE name = 'file'`)).rows;
  await withEmptyBeside(app.database, folder, async (database, dataDir) => {
    await restore({ database, storage: await folderStorage(join(dataDir, 'files')) }, file);
    const { sys_change_start: begun, ...rest } = await countsOf(database);
    expect({ ...rest, sys_change_start: 0 }).toEqual(none);
    expect(begun).toBe((await countsOf(app.database))['sys_change_start']);
    // The key of this database, not of the one that was backed up.
    const { rows } = await database.pool.query('SELECT FROM sys_change_start WHERE begun >= pg_snapshot_xmax(pg_current_snapshot())');
    expect(rows).toEqual([]);
    expect(await keyOf(database)).toEqual([expect.not.objectContaining((await keyOf(app.database))[0] ?? {})]);
  });
});
