import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { databaseUse } from './database-use.ts';

/* docs/databases.md lists exactly the PostgreSQL features that the product's SQL uses, and each engine's support for them. */
const root = join(import.meta.dirname, '..');
const [, document = ''] = readFileSync(join(root, 'docs/databases.md'), 'utf8').split('## Not tried');
const [head = [], , ...rows] = document
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );

it('the table has a row for every PostgreSQL feature in use, and for no other', () => {
  const used = [...databaseUse().keys()];
  expect(rows.map(([feature]) => feature)).toEqual(used);
  expect(used.length).toBeGreaterThan(15);
});

it('every row says yes, no, partly or unsure for every engine', () => {
  expect(head.length).toBeGreaterThan(6);
  for (const row of rows) {
    expect(row, row[0]).toHaveLength(head.length);
    for (const cell of row.slice(1)) expect(cell, row[0]).toMatch(/^(?:yes|no|partly|unsure)$/);
  }
});
