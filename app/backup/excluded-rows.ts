import { randomBytes } from 'node:crypto';
import type { ClientBase } from 'pg';
import { fileKeyName } from '@back-office/server/identity/two-factor/seal-keys.ts';
import { tablesOf } from './read-tables.ts';

/*
 * Rows that are useless after a restore, which signs everybody out, but useful to a thief of a backup: sessions,
 * half-finished sign-ins, links that live as long as their session, and the key that such links are signed with.
 */
const sessionTables = ['sys_session', 'sys_sign_in_ticket', 'sys_file_link'];

/** Rows of changes count the transactions of the database that they were written in. */
const changeTables = ['sys_change', 'sys_change_start'];

/** Nodes, listeners and events at that moment. */
const liveTables = ['sys_node', 'sys_live_bus', 'sys_live_message'];

/** The rows of a table that a backup includes, as SQL; all rows of other tables. */
export const includedRows: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...sessionTables, ...changeTables, ...liveTables].map((name) => [name, 'false'])),
  sys_secret: `name <> '${fileKeyName}'`,
};

/** Deletes the rows of changes that came along from another database: programs that copy changes start over once. */
export async function clearChanges(client: ClientBase): Promise<void> {
  if ((await tablesOf(client)).some(({ name }) => name === 'sys_change')) await client.query('SELECT begin_changes()');
}

/**
 * Deletes those rows, which backups of older versions contain, and generates a new key; the next start seals it. So that a copy neither counts nor
 * removes its original's scheduled backups as its own, those of a version before migration 0217, which did not say what made them, are forgotten.
 */
export async function clearExcluded(client: ClientBase): Promise<void> {
  const tables = new Map((await tablesOf(client)).map(({ name, columns }) => [name, columns]));
  for (const name of [...sessionTables, ...liveTables]) if (tables.has(name)) await client.query(`DELETE FROM ${name}`);
  if (tables.get('sys_backup')?.every(({ name }) => name !== 'database_mark') === true) await client.query('DELETE FROM sys_backup');
  await clearChanges(client);
  if (!tables.has('sys_secret')) return;
  await client.query('DELETE FROM sys_secret WHERE name = $1', [fileKeyName]);
  await client.query('INSERT INTO sys_secret (name, value) VALUES ($1, $2)', [fileKeyName, randomBytes(32)]);
}
