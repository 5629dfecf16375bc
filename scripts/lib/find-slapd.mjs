import { outputOf } from './run.mjs';
import { installWithApt } from './system-packages.mjs';

const names = ['slapd', '/usr/sbin/slapd', '/usr/local/libexec/slapd', '/opt/homebrew/opt/openldap/libexec/slapd'];

/**
 * Finds the OpenLDAP for signing in in tests, and the openssl that makes its certificate: SLAPD_PATH, or the system's; otherwise
 * installs Debian's with apt-get. Returns its path; if there is none, reports that, and the tests that need it are skipped.
 */
export async function findSlapd() {
  const found = await findInstalled();
  if (found) return found;
  console.log('OpenLDAP: not found; installing it with apt-get.');
  const installed = (await installWithApt('slapd', 'openssl')) ? await findInstalled() : undefined;
  if (!installed)
    console.log(
      'OpenLDAP: not found, and apt-get could not install it; tests of directories are skipped. Install slapd, or set SLAPD_PATH.',
    );
  return installed ?? '';
}

async function findInstalled() {
  if ((await outputOf('openssl', ['version'])) === undefined) return undefined;
  for (const name of process.env.SLAPD_PATH ? [process.env.SLAPD_PATH] : names) {
    const version = await outputOf(name, ['-VV']);
    if (version === undefined) continue;
    console.log(`OpenLDAP: ${/slapd ([\d.]+)/.exec(version)?.[1] ?? name}, found.`);
    return name;
  }
  return undefined;
}
