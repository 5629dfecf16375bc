import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/*
 * A migration is one transaction: a lock that even readers wait for is held until its end. So nothing that reads or writes many rows comes after
 * a statement that takes one. Earlier migrations are released, and stay as they are.
 */
const first = '0201';
/** The last one that is released, and the digest of all up to it. A release raises the number, and the digest with it. */
const released = { last: '0218', digest: '78a6eb4a5e1f434479bd7c6c091426be3d4b5daac35b555bebbe836a13bd8be2' };
const folder = join(import.meta.dirname, '../sys/migrations');
const all = readdirSync(folder).filter((name) => name.endsWith('.sql'));
const files = all.filter((name) => name >= first);

/** The statements of a migration, without comments, texts and bodies of functions. */
const statementsOf = (text: string): string[] =>
  text
    .replaceAll(/'(?:[^']|'')*'|--.*|\$(\w*)\$[^]*?\$\1\$/g, (found) => (found.startsWith('--') ? '' : `''`))
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim());

const made = /^CREATE (?:UNIQUE |UNLOGGED |MATERIALIZED )*(?:TABLE|VIEW|INDEX) (?:IF NOT EXISTS )?(\w+)/i;
const locks = [
  /^(?:ALTER|DROP) (?:MATERIALIZED )?(?:TABLE|VIEW|INDEX) (?:IF EXISTS )?(?:ONLY )?(\w+)/i,
  /^CREATE OR REPLACE VIEW (\w+)/i,
  /^DROP TRIGGER (?:IF EXISTS )?\w+ ON (\w+)/i,
  /^(?:TRUNCATE|LOCK) (?:TABLE )?(?:ONLY )?(\w+)/i,
];
const indexed = /^CREATE (?:UNIQUE )?INDEX.*? ON (?:ONLY )?(\w+)/i;
const manyRows = /^(?:UPDATE|DELETE|WITH|INSERT INTO .*\bSELECT) /i;

/** The statements of many rows that come after a lock which readers of a table or view wait for; what the migration itself makes, nobody reads yet. */
function lateStatements(text: string): string[] {
  const statements = statementsOf(text);
  const own = new Set(statements.map((statement) => made.exec(statement)?.[1]));
  const isEarlier = (name: string | undefined): boolean => name !== undefined && !own.has(name);
  const lock = statements.findIndex((statement) => locks.some((kind) => isEarlier(kind.exec(statement)?.[1])));
  if (lock === -1) return [];
  return statements.slice(lock + 1).filter((statement) => isEarlier(indexed.exec(statement)?.[1]) || manyRows.test(statement));
}

it('released migrations stay as they are: where one was applied, another content stops the start', () => {
  const hash = createHash('sha256');
  for (const name of all.filter((file) => file.slice(0, 4) <= released.last).toSorted())
    hash.update(`${name}\n${readFileSync(join(folder, name), 'utf8')}\n`);
  expect(hash.digest('hex'), 'Leave them as they are, and add a migration that changes what they made').toBe(released.digest);
});

it('what takes long in a migration comes before a lock for which readers wait', () => {
  expect(files.length).toBeGreaterThan(10);
  const found = files.flatMap((name) =>
    lateStatements(readFileSync(join(folder, name), 'utf8')).map((late) => `${name}: ${late.slice(0, 60)}`),
  );
  expect(found).toEqual([]);
});

it.for([
  { text: 'ALTER TABLE a ADD b text; UPDATE a SET b = 1;', late: ['UPDATE a SET b = 1'] },
  { text: 'DROP INDEX a_b; CREATE INDEX a_c ON a (c);', late: ['CREATE INDEX a_c ON a (c)'] },
  { text: `CREATE OR REPLACE VIEW v AS SELECT ';' AS c; INSERT INTO a SELECT 1;`, late: ['INSERT INTO a SELECT 1'] },
  { text: 'CREATE INDEX a_c ON a (c); DROP INDEX a_b; -- ; UPDATE', late: [] },
  {
    text: `ALTER TABLE a ADD b text; INSERT INTO c VALUES ('SELECT '); CREATE FUNCTION f() AS $$ BEGIN; UPDATE a SET b = 1; END $$;`,
    late: [],
  },
  { text: 'CREATE TABLE n (id int); CREATE INDEX ON n (id); ALTER TABLE n ADD b int; INSERT INTO n SELECT 1 FROM a;', late: [] },
  { text: 'CREATE TABLE n (id int); ALTER TABLE a ADD b int; CREATE INDEX ON n (id);', late: [] },
])('of “$text” it finds $late', ({ text, late }) => {
  expect(lateStatements(text)).toEqual(late);
});
