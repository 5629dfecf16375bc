import { existsSync, rmSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { inRoot, packagePlace, readJson } from './root.mjs';
import { run } from './run.mjs';
import { packed } from '../../app/loading/office-place.mjs';
import { installWithApt } from './system-packages.mjs';

const folder = inRoot('node_modules/node');
const binary = inRoot('node_modules/node/bin/node');
// For a package it exists if the company's own package.json depends on it.
const pinned = packed ? join(packagePlace('node') ?? folder, 'bin/node') : inRoot('node_modules/.bin/node');
const { devDependencies, engines } = readJson(inRoot('package.json'));
const minMajor = Number(/\d+/.exec(devDependencies?.node ?? engines.node)[0]);

/** The environment for npm, without our own node_modules/.bin: npm must not run on the Node that it is about to replace. */
export function outsideEnvironment() {
  const path = (process.env.PATH ?? '').split(delimiter).filter((entry) => !entry.includes('node_modules'));
  return { ...process.env, PATH: path.join(delimiter) };
}

/** The Node for all programs: the pinned one, or this one if the pinned one is missing and this one is new enough. */
export function nodePath() {
  return existsSync(pinned) ? pinned : process.execPath;
}

/** Why a Node cannot be used, or undefined if it can. */
async function faultOf(node) {
  const { code, output } = await run(node, ['--version'], { quiet: true });
  if (code !== 0) return output.trim();
  return Number(output.slice(1).split('.')[0]) >= minMajor ? undefined : `${node} is ${output.trim()}`;
}

export const nodeRuns = async () => (await faultOf(nodePath())) === undefined;

/** Throws a message if there is no Node that the package runs on. */
export async function requireNode() {
  const fault = await faultOf(nodePath());
  if (fault)
    throw new Error(`Back-office runs on Node ${minMajor} or later, and ${fault}. Install it, or run npm install node@${minMajor}.`);
}

/** Makes the pinned Node run if npm alone did not, or throws a message that says what is missing. */
export async function repairNode() {
  if (!existsSync(binary)) await installBinary();
  rmSync(pinned, { force: true });
  if (existsSync(binary)) symlinkSync('../node/bin/node', pinned);
  let fault = await faultOf(nodePath());
  if (fault?.includes('libatomic')) {
    console.log(`Node ${minMajor} needs libatomic, which this machine does not have; installing it with apt-get.`);
    await installWithApt('libatomic1');
    fault = await faultOf(nodePath());
  }
  if (!fault) return;
  // Left there, it would come before a working Node in the PATH of every npm script.
  rmSync(pinned, { force: true });
  if (await nodeRuns()) return;
  throw new Error(
    `Node ${minMajor} does not run on this machine (${fault}). Install what is missing, or Node ${minMajor} itself, and try again.`,
  );
}

/** The package `node` gets its binary in an install script, which some versions and settings of npm do not run. */
async function installBinary() {
  console.log(`Node ${minMajor} is not in node_modules, because npm ran no install script; running that script now.`);
  const { output } = await run('node', ['installArchSpecificPackage.js'], { cwd: folder, env: outsideEnvironment(), quiet: true });
  if (!existsSync(binary)) console.log(output.trim());
}
