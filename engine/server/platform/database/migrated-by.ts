import type { ClientBase } from 'pg';
import { productVersion } from '../product-version.ts';
import type { Row } from './tables.ts';

/** Records that this version of the product migrated the database. Does nothing if the table does not exist (yet). */
export async function recordVersion(client: Pick<ClientBase, 'query'>): Promise<void> {
  if (!(await hasVersions(client))) return;
  await client.query('insert into sys_version (version) values ($1) on conflict (version) do update set migrate_time = now()', [
    productVersion,
  ]);
}

/** The version that migrated the database last; undefined if none was recorded. */
export async function migratedBy(client: Pick<ClientBase, 'query'>): Promise<string | undefined> {
  if (!(await hasVersions(client))) return undefined;
  const { rows } = await client.query<Row<'sys_version', 'version'>>('select version from sys_version order by migrate_time desc limit 1');
  return rows[0]?.version;
}

async function hasVersions(client: Pick<ClientBase, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(`select to_regclass('sys_version') is not null as found`);
  return rows[0]?.found === true;
}
