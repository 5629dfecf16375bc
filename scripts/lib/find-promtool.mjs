import { outputOf } from './run.mjs';
import { installWithApt } from './system-packages.mjs';

/**
 * Finds the promtool that checks our alerts and our /metrics in tests: PROMTOOL_PATH, or the system's; otherwise installs Debian's
 * prometheus with apt-get. Returns its path; if there is none, reports that, and the tests that need it are skipped.
 */
export async function findPromtool() {
  const found = await findInstalled();
  if (found) return found;
  console.log('promtool: not found; installing it with apt-get.');
  const installed = (await installWithApt('prometheus')) ? await findInstalled() : undefined;
  if (!installed)
    console.log(
      'promtool: not found, and apt-get could not install it; the alerts are not read by it. Install prometheus, or set PROMTOOL_PATH.',
    );
  return installed ?? '';
}

async function findInstalled() {
  const name = process.env.PROMTOOL_PATH || 'promtool';
  const version = await outputOf(name, ['--version']);
  if (version === undefined) return undefined;
  console.log(`promtool: ${/version ([\d.]+)/.exec(version)?.[1] ?? name}, found.`);
  return name;
}
