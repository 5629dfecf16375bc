import { outputOf } from './run.mjs';
import { installWithApt } from './system-packages.mjs';

const names = ['pgbouncer', '/usr/sbin/pgbouncer', '/usr/local/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'];

/**
 * Finds the PgBouncer in front of PostgreSQL in tests: PGBOUNCER_PATH, or the system's; otherwise installs Debian's
 * with apt-get. Returns its path, or throws a message.
 */
export async function findPgbouncer() {
  const found = await findInstalled();
  if (found) return found;
  console.log('PgBouncer: not found; installing it with apt-get.');
  if (await installWithApt('pgbouncer')) {
    const installed = await findInstalled();
    if (installed) return installed;
  }
  throw new Error('PgBouncer: not found, and apt-get could not install it. Install it, and set PGBOUNCER_PATH if need be.');
}

async function findInstalled() {
  for (const name of process.env.PGBOUNCER_PATH ? [process.env.PGBOUNCER_PATH] : names) {
    const version = await outputOf(name, ['--version']);
    if (version === undefined) continue;
    console.log(`${version.split('\n')[0]}, found.`);
    return name;
  }
  return undefined;
}
