import { existsSync } from 'node:fs';
import { withSetupLock } from './lock.mjs';
import { packed } from '../../app/loading/office-place.mjs';
import { nodeRuns, outsideEnvironment, repairNode, requireNode } from './pinned-node.mjs';
import { inRoot, readJson } from './root.mjs';
import { run } from './run.mjs';

/**
 * Installs the packages in package-lock.json unless node_modules already has them, and ensures that the pinned Node
 * runs. A package was installed with everything that it needs but Node.
 */
export async function ensureInstall() {
  if (packed) return requireNode();
  if (!whyInstall() && (await nodeRuns())) return;
  await withSetupLock(async () => {
    const why = whyInstall();
    if (why) await install(why);
    if (!(await nodeRuns())) await repairNode();
  });
}

async function install(why) {
  console.log(`Installing packages with npm ci, because ${why}.`);
  const { code } = await run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], { env: outsideEnvironment() });
  if (code !== 0) throw new Error(`npm ci failed with exit code ${code}; its own message stands above.`);
}

/** npm writes node_modules/.package-lock.json last, so it is missing after an interrupted install. */
function whyInstall() {
  const installedFile = inRoot('node_modules/.package-lock.json');
  if (!existsSync(installedFile)) return 'node_modules is missing or not complete';
  const wanted = readJson(inRoot('package-lock.json')).packages;
  const installed = readJson(installedFile).packages;
  const stale = Object.keys(wanted).some((place) => place !== '' && !isInstalled(wanted[place], installed[place]));
  if (stale) return 'node_modules is older than package-lock.json';
  const missing = Object.keys(installed).find((place) => !existsSync(inRoot(place, 'package.json')));
  return missing && `${missing} is missing`;
}

function isInstalled(wanted, installed) {
  if (!installed) return wanted.optional === true || wanted.devOptional === true;
  return installed.version === wanted.version && installed.integrity === wanted.integrity;
}
