import pg, { type FieldDef, type PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nameOf } from '../platform/database/make-kysely.ts';
import { claimedByHand } from './claimed-by-hand.ts';
import { rawStatements } from './raw-statements.ts';
import { openTestDatabase, type TestDatabase } from '@back-office/app/testing/server/test-database.ts';

/* Checks the row types of statements written as SQL: the database knows which of their columns belong to a table. */
let database: TestDatabase;
let client: PoolClient;
/** Columns of our tables by the numbers of table and column, such as `sys_user.user_name`; without JSON, whose content a table does not describe. */
const columns = new Map<string, string>();
beforeAll(async () => {
  database = await openTestDatabase();
  client = await database.pool.connect();
  const { rows } = await client.query<{ numbers: string; name: string }>(`
    SELECT concat_ws(' ', c.oid, a.attnum) AS numbers, concat_ws('.', c.relname, a.attname) AS name
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = current_schema()::regnamespace AND a.attnum > 0 AND a.atttypid NOT IN ('json'::regtype, 'jsonb'::regtype)`);
  for (const { numbers, name } of rows) columns.set(numbers, name);
});
afterAll(async () => {
  client.release();
  await database.drop();
});

describe('the row type of a statement written as SQL', () => {
  it('takes the types of columns from their tables through Row or Value, and declares none by hand', async () => {
    const issues = new Set<string>();
    let found = 0;
    for (const { place, text, row } of rawStatements(['engine/server', 'sys', 'app'])) {
      const claimed = row === undefined ? [] : claimedByHand(row.type, row.source);
      for (const { name, tableID, columnID } of row === undefined ? [] : await columnsOf(text)) {
        const column = columns.get(`${tableID} ${columnID}`);
        if (column !== undefined) found += 1;
        if (column !== undefined && claimed.includes(nameOf(name))) issues.add(`${place} says itself what ${column} is`);
      }
    }
    expect([...issues]).toEqual([]);
    expect(found).toBeGreaterThan(80);
  });
});

/**
 * The columns that a statement returns, without running it: each with its table and column, whatever its alias, and 0
 * if it is computed. None if the database cannot parse the statement as the source has it.
 */
function columnsOf(text: string): Promise<FieldDef[]> {
  return new Promise((resolve) => {
    const query = new pg.Query(text, (error, result) => resolve(error ? [] : result.fields));
    query.submit = (connection) => {
      connection.parse({ name: '', text, types: [] }, true);
      connection.describe({ type: 'S', name: '' }, true);
      connection.sync();
    };
    client.query(query);
  });
}
