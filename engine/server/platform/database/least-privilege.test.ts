import { modules } from '@back-office/app/server/modules.ts';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pino from 'pino';
import { expect, inject, it } from 'vitest';
import { createApp } from '@back-office/app/server/app.ts';
import { folderStorage } from '../storage/folder-storage.ts';
import { readSettings } from '../settings.ts';
import { silentLog } from '../../testing/silent-log.ts';
import { pdfOf } from '../../testing/file-samples.ts';
import { TestApp } from '@back-office/app/testing/server/test-app.ts';
import { databaseUrl, newName, onServer, testTimeZone } from '@back-office/app/testing/server/test-template.ts';
import { sendFile } from '@back-office/app/testing/server/uploads.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import { seed } from '@back-office/app/server/seed.ts';

/* The roles of deploy/roles.sql are enough for a server: it reads and writes rows, and may create nothing. */
const main = join(import.meta.dirname, '../../../../app/backup/main.ts');
const rolesFile = join(import.meta.dirname, '../../../../deploy/roles.sql');

it('a server works with a role that owns nothing, once the owner has migrated the database', async ({ skip }) => {
  const template = inject('testTemplate');
  if (template.kind === 'embedded') return skip('the embedded database has one role');
  const { serverUrl } = template;
  const name = newName('roles');
  const folder = await mkdtemp(join(tmpdir(), 'back-office-roles-'));
  // Roles belong to the whole server, which other test runs may be using.
  const [owner, role] = [`owner_${randomBytes(4).toString('hex')}`, `app_${randomBytes(4).toString('hex')}`];
  const urlOf = (user: string, password: string): string => {
    const url = new URL(databaseUrl(serverUrl, name));
    [url.username, url.password] = [user, password];
    return url.href;
  };
  const env = { ...process.env, DATABASE_URL: urlOf(owner, 'change-me-owner'), DATA_DIR: folder };
  await onServer(serverUrl, `create database ${name} encoding 'UTF8' template template0`);
  try {
    const statements = (await readFile(rolesFile, 'utf8')).replaceAll('office_owner', owner).replaceAll('office_app', role);
    await onServer(databaseUrl(serverUrl, name), statements.replaceAll('DATABASE office', `DATABASE ${name}`));
    const { stdout } = await promisify(execFile)(process.execPath, [main, 'migrate'], { env });
    expect(stdout).toMatch(/^Migrated: 0001-people, .*0039-tallies-by-day/);
    const database = await openDatabase({ url: urlOf(role, 'change-me-app'), dataDir: folder, timeZone: testTimeZone, log: silentLog });
    expect(await migrate(database, { log: silentLog, modules })).toEqual([]);
    await seed(database, { adminPassword: 'Roles-Admin-2024', keep: true });
    const issues: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => issues.push(line) });
    const storage = await folderStorage(join(folder, 'files'));
    const parts = { database, storage, settings: readSettings({}), log, clock: () => new Date(), webRoot: undefined };
    const app = new TestApp(
      { ...database, dataDir: folder, adminPassword: '', drop: () => database.close() },
      await createApp(parts),
      parts.clock,
    );
    const admin = (await app.signIn('admin', 'Roles-Admin-2024')).token;
    const { data: org } = await app.call(admin, 'POST', 'sys/org/save', { orgName: '一', orgCode: 'one', orgStatus: '正常' });
    expect((await app.call(admin, 'DELETE', `sys/org/delete/${String(org['id'])}`)).code).toBe(20000);
    expect((await sendFile(app, admin, { bytes: pdfOf(3000), name: 'a.pdf' })).code).toBe(20000);
    expect((await app.call(admin, 'GET', 'statistics/select-panel-data')).code).toBe(20000);
    // Runs every recurring job once.
    await app.server.jobs.start();
    await database.pool.query('update sys_job set run_time = now()');
    await app.server.jobs.runDue();
    expect(issues).toEqual([]);
    await expect(database.pool.query('create table mine ()')).rejects.toThrow('permission denied for schema office');
    await expect(database.pool.query('drop table sys_user')).rejects.toThrow('must be owner');
    await app.drop();
  } finally {
    await onServer(serverUrl, `drop database ${name} with (force)`);
    await onServer(serverUrl, `drop role if exists ${owner}, ${role}`);
    await rm(folder, { recursive: true, force: true });
  }
});
