import { modules } from '../../server/modules.ts';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { hashCheaply } from '@back-office/server/identity/passwords/password.ts';
import { migrate } from '@back-office/server/platform/database/migrate.ts';
import { openDatabase } from '@back-office/server/platform/database/open-database.ts';
import { seed } from '../../server/seed.ts';
import { copyPristineDatabase } from '@back-office/server/testing/pristine-database.ts';
import { silentLog } from '@back-office/server/testing/silent-log.ts';

// A server that accidentally loads test code must not start with passwords that are hashed cheaply.
if (process.env['VITEST'] === undefined)
  throw new Error(
    'What tests load is for test runs alone, where passwords are hashed cheaply: do not import back-office/testing in a server.',
  );
hashCheaply();

/** The template from which the test files of one run copy their databases. */
export type TestTemplate = { kind: 'embedded'; dataDir: string } | { kind: 'postgresql'; serverUrl: string; name: string };

/** The password of the account `admin` in every test database. */
export const testAdminPassword = 'Test-Admin-2024';
export const testTimeZone = 'Asia/Shanghai';

/**
 * Creates the migrated and seeded database that every test file gets a copy of: on the server of TEST_DATABASE_URL
 * (whose user must be allowed to create databases) if that is set, else embedded.
 */
export async function makeTemplate(serverUrl: string | undefined): Promise<TestTemplate> {
  if (!serverUrl) {
    const dataDir = await mkdtemp(join(tmpdir(), 'back-office-template-'));
    await copyPristineDatabase(dataDir);
    await fillTemplate(undefined, dataDir);
    return { kind: 'embedded', dataDir };
  }
  const name = newName('template');
  await onServer(serverUrl, `create database ${name} encoding 'UTF8' template template0`);
  await fillTemplate(databaseUrl(serverUrl, name), tmpdir());
  return { kind: 'postgresql', serverUrl, name };
}

export async function dropTemplate(template: TestTemplate): Promise<void> {
  if (template.kind === 'embedded') await rm(template.dataDir, { recursive: true, force: true });
  else await onServer(template.serverUrl, `drop database if exists ${template.name} with (force)`);
}

async function fillTemplate(url: string | undefined, dataDir: string): Promise<void> {
  const database = await openDatabase({ url, dataDir, timeZone: testTimeZone, log: silentLog });
  try {
    await migrate(database, { log: silentLog, modules });
    await seed(database, { adminPassword: testAdminPassword, keep: true });
  } finally {
    await database.close();
  }
}

/** A name that no other run uses, so that concurrent runs do not collide. */
export function newName(part: string): string {
  return `back_office_test_${part}_${randomBytes(6).toString('hex')}`;
}

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs one statement outside the databases under test. */
export async function onServer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
