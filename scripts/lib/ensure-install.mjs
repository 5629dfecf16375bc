import { existsSync } from 'node:fs';
import { withSetupLock } from './lock.mjs';
import { packed } from '../../app/loading/office-place.mjs';
import { nodeRuns, outsideEnvironment, repairNode, requireNode } from './pinned-node.mjs';
import { inRoot, readJson } from './root.mjs';
import { run } from './run.mjs';

/**
 * Installs the packages in package-lock.json unless node_modules already has them, and ensures that the pinned Node
 * runs. A package was installed with everything that it needs but Node. With `serving`, what only development needs
 * may be missing, as in the image of deploy/Dockerfile.
 */
export async function ensureInstall({ serving = false } = {}) {
  if (packed) return requireNode();
  if (!whyInstall(serving) && (await nodeRuns())) return;
  await withSetupLock(async () => {
    const why = whyInstall(serving);
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
function whyInstall(serving = false) {
  const installedFile = inRoot('node_modules/.package-lock.json');
  if (!existsSync(installedFile)) return 'node_modules is missing or not complete';
  const wanted = readJson(inRoot('package-lock.json')).packages;
  const installed = readJson(installedFile).packages;
  const mayLack = (place) => serving && isDevelopment(wanted, place);
  const stale = Object.keys(wanted).some(
    (place) => place !== '' && !isInstalled(wanted[place], installed[place]) && (installed[place] || !mayLack(place)),
  );
  if (stale) return 'node_modules is older than package-lock.json';
  const missing = Object.keys(installed).find((place) => !existsSync(inRoot(place, 'package.json')) && !mayLack(place));
  return missing && `${missing} is missing`;
}

/** A link says nothing itself, but the folder that it leads to does. */
function isDevelopment(wanted, place) {
  const { dev, link, resolved } = wanted[place] ?? {};
  return dev === true || (link === true && wanted[resolved]?.dev === true);
}

function isInstalled(wanted, installed) {
  if (!installed) return wanted.optional === true || wanted.devOptional === true;
  return installed.version === wanted.version && installed.integrity === wanted.integrity;
}
