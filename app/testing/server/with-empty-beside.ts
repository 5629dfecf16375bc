import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '@back-office/server/platform/database/database.ts';
import { openDatabase } from '@back-office/server/platform/database/open-database.ts';
import { copyPristineDatabase } from '@back-office/server/testing/pristine-database.ts';
import { silentLog } from '@back-office/server/testing/silent-log.ts';
import { databaseUrl, newName, onServer, testTimeZone } from './test-template.ts';

/**
 * An empty database of the same kind, and on the same server, as this one, with a folder of its own in `folder`; removed after `work`. `prepare` makes
 * the folder of the embedded one, by default a copy of one that is made once.
 */
export async function withEmptyBeside(
  { kind, pool }: Pick<Database, 'kind' | 'pool'>,
  folder: string,
  work: (database: Database, dataDir: string) => Promise<void>,
  prepare: (dataDir: string) => Promise<unknown> = copyPristineDatabase,
): Promise<void> {
  const dataDir = await mkdtemp(join(folder, 'empty-'));
  const serverUrl = kind === 'embedded' ? undefined : pool.options.connectionString;
  const name = newName('empty');
  if (serverUrl === undefined) await prepare(dataDir);
  else await onServer(serverUrl, `create database ${name} encoding 'UTF8' template template0`);
  const url = serverUrl === undefined ? undefined : databaseUrl(serverUrl, name);
  const database = await openDatabase({ url, dataDir, timeZone: testTimeZone, log: silentLog });
  try {
    await work(database, dataDir);
  } finally {
    await database.close();
    if (serverUrl !== undefined) await onServer(serverUrl, `drop database ${name} with (force)`);
  }
}
