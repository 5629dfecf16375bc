import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

const readManifest = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;

/**
 * Puts the package of an archive into the folder's node_modules, with the dependencies in its package.json, and nothing else: links to packages
 * installed here, in the same version. So nothing is downloaded, and a forgotten dependency is missing.
 */
export async function installPackage(archive: string, folder: string): Promise<string> {
  const installed = join(folder, 'node_modules/back-office');
  await mkdir(installed, { recursive: true });
  await promisify(execFile)('tar', ['-xzf', archive, '--strip-components=1', '-C', installed]);
  const { dependencies, peerDependencies } = await readManifest(installed);
  for (const [name, version] of Object.entries({ ...dependencies, ...peerDependencies })) {
    const link = join(folder, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(await placeOf(name, version), link, 'junction');
  }
  return installed;
}

/** Where this version of a package is installed here: in the workspace that depends on it, or at the top. */
export async function placeOf(name: string, version: string): Promise<string> {
  for (const workspace of ['engine/contract', 'engine/server', 'engine/web', 'sys', 'app', '.']) {
    const place = join(root, workspace, 'node_modules', name);
    if (existsSync(join(place, 'package.json')) && (await readManifest(place)).version === version) return place;
  }
  throw new Error(`${name} ${version} is not installed`);
}
