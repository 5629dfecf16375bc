import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Database } from '@back-office/server/platform/database/database.ts';
import { openDatabase } from '@back-office/server/platform/database/open-database.ts';
import { copyDatabase } from '@back-office/server/testing/pristine-database.ts';
import { reusableEmbedded } from '@back-office/server/testing/kept/reusable-embedded.ts';
import { silentLog } from '@back-office/server/testing/silent-log.ts';
import { databaseUrl, newName, onServer, type TestTemplate, testAdminPassword, testTimeZone } from './test-template.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    testTemplate: TestTemplate;
  }
}

export interface TestDatabase extends Database {
  /** A folder of this database alone, which contains the embedded database if that is on disk. */
  dataDir: string;
  /** The password of the account `admin`. */
  adminPassword: string;
  /** Closes the database and removes it. */
  drop(): Promise<void>;
}

/**
 * A fresh database, migrated and seeded, for one test file: a copy of the template of `global-setup.ts`. Call `drop` in `afterAll`. The embedded one
 * is in memory, and is kept for the next test file (docs/decisions/0071-kept-databases.md).
 * @example
 * const countOrgs = async () => {
 *   const database = await openTestDatabase();
 *   const orgs = await database.db.selectFrom('sys_org').select('id').execute();
 *   await database.drop();
 *   return orgs.length;
 * };
 */
export async function openTestDatabase(): Promise<TestDatabase> {
  return open({ onDisk: false });
}

/** The same, for a test about the folder of the embedded database. */
export function openTestDatabaseOnDisk(): Promise<TestDatabase> {
  return open({ onDisk: true });
}

async function open({ onDisk }: { onDisk: boolean }): Promise<TestDatabase> {
  const template = inject('testTemplate');
  const dataDir = await mkdtemp(join(tmpdir(), 'back-office-test-'));
  const isKept = template.kind === 'embedded' && !onDisk;
  const { url, remove } = isKept ? { url: undefined, remove: async () => undefined } : await copyTemplate(template, dataDir);
  const startEmbedded = isKept ? { startEmbedded: reusableEmbedded(join(template.dataDir, 'database')) } : {};
  const database = await openDatabase({ url, dataDir, timeZone: testTimeZone, log: silentLog, ...startEmbedded });
  const drop = async () => {
    await database.close();
    await remove();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { ...database, dataDir, adminPassword: testAdminPassword, drop };
}

/** Copies the template without opening it: for a test whose database is opened by another process. */
export async function copyTemplate(template: TestTemplate, dataDir: string) {
  if (template.kind === 'embedded') {
    // Only the database: the lock beside it belongs to the process that took it.
    await copyDatabase(join(template.dataDir, 'database'), join(dataDir, 'database'));
    return { url: undefined, remove: async () => undefined };
  }
  const { serverUrl, name: original } = template;
  const name = newName('copy');
  // Copies files, which takes a third of the time of writing every page to the log.
  await onServer(serverUrl, `create database ${name} template ${original} strategy file_copy`);
  return {
    url: databaseUrl(serverUrl, name),
    remove: () => onServer(serverUrl, `drop database if exists ${name} with (force)`),
  };
}
