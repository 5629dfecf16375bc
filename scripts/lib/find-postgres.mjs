import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { outputOf } from './run.mjs';
import { installWithApt } from './system-packages.mjs';

const oldest = 15;

/**
 * Finds the folder with `initdb` and `postgres` of PostgreSQL 15 or later: PATH, pg_config, Debian's, Homebrew's;
 * otherwise installs Debian's with apt-get. Throws a message if there is none.
 */
export async function findPostgres() {
  const found = await findNewest();
  if (found) return say(found, 'found');
  console.log('PostgreSQL: not found; installing it with apt-get.');
  if (await installWithApt('postgresql')) {
    const installed = await findNewest();
    if (installed) return say(installed, 'installed with apt-get');
  }
  throw new Error(
    `PostgreSQL: no version ${oldest} or later found, and apt-get could not install it. Install PostgreSQL, or set TEST_DATABASE_URL to a database for tests.`,
  );
}

async function findNewest() {
  const candidates = [];
  for (const folder of new Set(await folders())) {
    if (!existsSync(join(folder, 'initdb'))) continue;
    const printed = await outputOf(join(folder, 'postgres'), ['--version']);
    const version = printed?.match(/\d+(\.\d+)*/)?.[0];
    if (version && Number.parseInt(version) >= oldest) candidates.push({ folder: ownFolder(folder), version });
  }
  return candidates.sort((a, b) => Number.parseFloat(b.version) - Number.parseFloat(a.version))[0];
}

/** The folder of the program itself: beside a link to it, the other programs (pg_basebackup …) may be missing. */
function ownFolder(folder) {
  const own = dirname(realpathSync(join(folder, 'postgres')));
  return existsSync(join(own, 'initdb')) ? own : folder;
}

async function folders() {
  const configured = await outputOf('pg_config', ['--bindir']);
  return [
    ...(process.env.PATH ?? '').split(delimiter),
    ...(configured ? [configured] : []),
    ...below('/usr/lib/postgresql', 'bin'),
    ...below('/opt/homebrew/opt', 'bin', /^postgresql/),
    ...below('/usr/local/opt', 'bin', /^postgresql/),
    ...below('/usr', 'bin', /^pgsql/),
  ];
}

function below(parent, child, name = /./) {
  if (!existsSync(parent)) return [];
  return readdirSync(parent)
    .filter((entry) => name.test(entry))
    .map((entry) => join(parent, entry, child));
}

function say({ folder, version }, how) {
  console.log(`PostgreSQL: ${version} in ${folder}, ${how}.`);
  return folder;
}
