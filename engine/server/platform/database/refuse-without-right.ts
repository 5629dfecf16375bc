import { textOf } from '@back-office/contract/resource/text-of.ts';
import { recordIn } from '@back-office/contract/record-in.ts';
import pg from 'pg';
import { StartError } from '../start-error.ts';
import { firstSchema, ownSchema } from './own-schema.ts';

/** Insufficient privilege; or no schema in which this user may create anything. */
const codes = new Set(['42501', '3F000']);

/**
 * Throws a StartError with the statement that fixes it when `error` says that the database's user may not change the
 * schema: PostgreSQL 15 allows that only to the owner of a database. Call it outside a failed transaction.
 */
export async function refuseWithoutRight(client: pg.ClientBase, error: unknown): Promise<void> {
  const { code, message } = recordIn(error);
  if (typeof code !== 'string' || !codes.has(code)) return;
  const { rows } = await client.query<{ user: string; database: string; isMissing: boolean }>(
    `SELECT current_user AS "user", current_database() AS database, ${firstSchema} IS NULL AS "isMissing"`,
  );
  const { user = '', database = '', isMissing = false } = rows[0] ?? {};
  const owner = pg.escapeIdentifier(user);
  throw new StartError(
    `The user "${user}" of DATABASE_URL may not change the schema of the database "${database}" (${textOf(message) || code}): ` +
      `run ALTER DATABASE ${pg.escapeIdentifier(database)} OWNER TO ${owner}` +
      `${isMissing ? `, or in that database CREATE SCHEMA ${ownSchema} AUTHORIZATION ${owner}` : ''}, and where tables belong to another user ` +
      `already, start with that user.`,
    { cause: error },
  );
}
