import { outputOf } from './run.mjs';
import { installWithApt } from './system-packages.mjs';

/**
 * Finds the systemd-analyze that checks the unit of deploy/, or installs Debian's systemd with apt-get. Returns its
 * path, or '' if there is none, which a test must report as skipped.
 */
export async function findSystemd() {
  for (const name of ['systemd-analyze', '/usr/bin/systemd-analyze']) if (await isInstalled(name)) return name;
  console.log('systemd-analyze: not found; installing systemd with apt-get.');
  if ((await installWithApt('systemd')) && (await isInstalled('/usr/bin/systemd-analyze'))) return '/usr/bin/systemd-analyze';
  console.log('systemd-analyze: not to be had here, so the unit of deploy/ is not checked.');
  return '';
}

async function isInstalled(name) {
  const printed = await outputOf(name, ['--version']);
  if (printed !== undefined) console.log(`systemd-analyze: ${printed.split('\n')[0]}, found.`);
  return printed !== undefined;
}
