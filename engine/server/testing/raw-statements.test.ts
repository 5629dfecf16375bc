import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allTables } from '@back-office/app/testing/server/all-tables.ts';
import { anyTable, rawStatements } from './raw-statements.ts';
import { openTestDatabase, type TestDatabase } from '@back-office/app/testing/server/test-database.ts';

/* Prepares every statement written as SQL on the migrated database, which then checks each table, column and type in it. */
let database: TestDatabase;
/** One connection for all: the pool would open another after each refused statement, and most are tried on many tables. */
let client: PoolClient;
let lacksStatistics = false;
beforeAll(async () => {
  database = await openTestDatabase();
  // Statements on an extension are checked only where it is installed. Before the shared connection: the embedded database has no other.
  await database.pool.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements').catch(() => (lacksStatistics = true));
  client = await database.pool.connect();
});
afterAll(async () => {
  client.release();
  await database.drop();
});

const byPlace = Map.groupBy(rawStatements(['engine/server', 'sys', 'app']), ({ place }) => place);

/**
 * Statements that are almost entirely built at run time, from any table's columns: the suites that take every resource through its whole life
 * run them, as do those of the backup, of figures, of clearing logs, of changes, of exchanged values and of the demo. A further one needs a suite
 * that runs it.
 */
const mostOpen = 20;

describe('a statement written as SQL', () => {
  it('is accepted by the migrated database, wherever in the code it is', async () => {
    const issues: string[] = [];
    const open: string[] = [];
    for (const [place, ways] of byPlace) {
      const found: (string | undefined)[] = [];
      for (const { text } of ways) found.push(await issueOnAny(text));
      issues.push(
        ...found.flatMap((issue, at) =>
          issue === undefined || isOpen(issue) || isAbsent(issue) ? [] : [`${place}: ${issue}\n${ways[at]?.text}`],
        ),
      );
      if (found.every((issue) => issue !== undefined && isOpen(issue))) open.push(place);
    }
    expect(issues).toEqual([]);
    expect(open.length, open.join('\n')).toBeLessThanOrEqual(mostOpen);
  });

  it('is found in more than 120 places', () => {
    expect(byPlace.size).toBeGreaterThan(120);
  });

  it('is refused if it names a column that does not exist', async () => {
    expect(await issueOf('SELECT user_nmae FROM sys_user')).toBe('column "user_nmae" does not exist');
    expect(await issueOnAny(`SELECT t.user_nmae FROM ${anyTable} t`)).toBe('column t.user_nmae does not exist');
  });
});

/** Where the table may be any, one table must fit; the alias `l` stands for a table that links records. */
async function issueOnAny(given: string): Promise<string | undefined> {
  const text = given.replaceAll(`${anyTable} l `, 'sys_user_role l ');
  if (!text.includes(anyTable)) return issueOf(text);
  let issue: string | undefined;
  for (const table of Object.keys(allTables)) {
    const found = await issueOf(text.replaceAll(anyTable, table));
    if (found === undefined) return undefined;
    issue ??= found;
  }
  return issue;
}

/** A part of SQL known only at run time cannot be parsed. */
const isAbsent = (issue: string): boolean => lacksStatistics && issue === 'relation "pg_stat_statements" does not exist';
const isOpen = (issue: string): boolean => /^syntax error at or near "\$\d+"$/.test(issue);

/** Why the database refuses the statement; undefined if it accepts it. */
async function issueOf(text: string): Promise<string | undefined> {
  try {
    await client.query(`PREPARE raw_statement AS ${text}`);
    await client.query('DEALLOCATE raw_statement');
    return undefined;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    // It cannot determine the type of a value that stands for a part of SQL.
    return code === '42P18' ? undefined : message;
  }
}
