import { modules } from '@back-office/app/server/modules.ts';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { databaseUrl, newName, onServer } from '@back-office/app/testing/server/test-template.ts';
import { silentLog } from '../../testing/silent-log.ts';
import { until } from '../../testing/until.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import { inOwnSchema } from '../../testing/in-own-schema.ts';

/* A new version starts while the old one is running, on a PostgreSQL server: the embedded database has only one process. */
const serverUrl = process.env['TEST_DATABASE_URL'] ?? '';
const timeouts = { lock: 400, pauses: [200, 600], locks: 20_000, turn: 600 };
let app: TestApp;
let admin: string;
let folder: string;
let newer: readonly { name: string; migrations: string }[];
const said: string[] = [];
const log = pino({ level: 'info' }, { write: (line: string) => void said.push((JSON.parse(line) as { msg: string }).msg) });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'back-office-test-newer-'));
  newer = [{ name: 'sys', migrations: folder }];
  cpSync(join(import.meta.dirname, '../../../../sys/migrations'), folder, { recursive: true });
  writeFileSync(
    join(folder, '9990-newer.sql'),
    'ALTER TABLE sys_dict ADD COLUMN newer text;\nALTER TABLE sys_log_opt ADD COLUMN newer text;',
  );
  app = await openTestApp();
  admin = await app.admin();
});
afterEach(() => void said.splice(0));
afterAll(async () => {
  await app.drop();
  rmSync(folder, { recursive: true });
});

/** A session that runs a statement and stays in its transaction, until `end`. */
async function holding(statement: string): Promise<{ pid: number; end: () => Promise<void> }> {
  const { connectionString = '' } = app.database.pool.options;
  const client = new pg.Client({ connectionString: inOwnSchema(connectionString), application_name: 'a-report' });
  await client.connect();
  await client.query('begin');
  await client.query(statement);
  return { pid: (client as unknown as { processID: number }).processID, end: () => client.end() };
}

const hasColumn = async (table: string): Promise<boolean> =>
  (await app.database.pool.query(`SELECT FROM information_schema.columns WHERE table_name = $1 AND column_name = 'newer'`, [table]))
    .rowCount === 1;

describe.skipIf(serverUrl === '')('a migration', () => {
  /** @see docs/postmortems/waits-without-an-end.md */
  it('waits for a long-running reader of the log without blocking others, and logs who it is', async () => {
    const reader = await holding('SELECT count(*) FROM sys_log_opt');
    let migrated: string[] | undefined;
    const migrating = migrate(app.database, { log, modules: newer, timeouts }).then((names) => (migrated = names));
    let slowest = 0;
    for (let at = 0; said.length < 3; at += 1) {
      const begin = performance.now();
      const saved = await app.call(admin, 'POST', 'sys/dict/save', { dictLabel: '忙', dictValue: `busy-${at}` });
      expect(saved.code).toBe(20000);
      slowest = Math.max(slowest, performance.now() - begin);
    }
    expect(migrated).toBeUndefined();
    expect(slowest).toBeLessThan(timeouts.lock * 3);
    expect(said[0]).toMatch(
      new RegExp(
        `^The migration 9990-newer waits for process ${reader.pid} \\(a-report, user \\w+, from 127\\.0\\.0\\.1, in a transaction for \\d+ s, last`,
      ),
    );
    await reader.end();
    expect(await migrating).toEqual(['9990-newer']);
    expect([await hasColumn('sys_dict'), await hasColumn('sys_log_opt')]).toEqual([true, true]);
  });

  it('gives up at the time limit, changes nothing, and names the process that blocks it', async () => {
    writeFileSync(join(folder, '9991-more.sql'), 'ALTER TABLE sys_dict DROP COLUMN newer; ALTER TABLE sys_log_opt DROP COLUMN newer;');
    const reader = await holding('SELECT count(*) FROM sys_log_opt');
    const sentence = await migrate(app.database, { log, modules: newer, timeouts: { ...timeouts, locks: 1000 } }).catch(
      (error: Error) => error.message,
    );
    expect(sentence).toMatch(/^The migration 9991-more did not get its locks within 1 s, and nothing was changed: in its way is process/);
    expect(sentence).toContain(`process ${reader.pid} (a-report`);
    expect(await hasColumn('sys_dict')).toBe(true);
    await reader.end();
  });

  it('waits for another server that is migrating, and names it if that takes too long', async () => {
    const other = await holding('SELECT pg_advisory_xact_lock(7215001)');
    const waiting = migrate(app.database, { log, modules: newer, timeouts }).catch((error: Error) => error.message);
    await until(() => said.length === 1);
    expect(said).toEqual(['Another process migrates or restores the database; this one waits for it.']);
    expect(await waiting).toMatch(new RegExp(`^The database has been worked on for longer than 1 s, by process ${other.pid} \\(a-report`));
    await other.end();
    expect(await migrate(app.database, { log, modules: newer, timeouts })).toEqual(['9991-more']);
  });

  it('names the privilege that its database user lacks', async () => {
    const [database, user] = [newName('rights'), newName('user')];
    await onServer(serverUrl, `CREATE DATABASE ${database} TEMPLATE template0 ENCODING 'UTF8'`);
    await onServer(serverUrl, `CREATE ROLE ${user} LOGIN PASSWORD 'test'`);
    const url = new URL(databaseUrl(serverUrl, database));
    [url.username, url.password] = [user, 'test'];
    const poor = await openDatabase({ url: url.href, dataDir: folder, timeZone: 'Asia/Shanghai', log: silentLog });
    try {
      await expect(migrate(poor, { log, modules })).rejects.toThrow(
        `The user "${user}" of DATABASE_URL may not change the schema of the database "${database}" (permission denied for database ${database}): ` +
          `run ALTER DATABASE "${database}" OWNER TO "${user}", or in that database CREATE SCHEMA office AUTHORIZATION "${user}"`,
      );
    } finally {
      await poor.close();
      await onServer(serverUrl, `DROP DATABASE ${database} WITH (FORCE)`);
      await onServer(serverUrl, `DROP ROLE ${user}`);
    }
  });
});
