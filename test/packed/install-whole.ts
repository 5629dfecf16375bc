import { execFile } from 'node:child_process';
import { chmod, cp, link, mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { packagePlace } from '../../scripts/lib/root.mjs';
import { placeOf } from './install-package.ts';

interface Manifest {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** The place where npm puts the version of a package that most others depend on. */
const shared = join(import.meta.dirname, '../../node_modules');

const readManifest = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;

/**
 * Puts the package of an archive into the company's node_modules with everything that it needs to serve, as npm would: folders instead of links, one
 * version of each at the top and others below their dependents. They are copied from the packages installed here.
 */
export async function installWhole(archive: string, company: string): Promise<void> {
  const office = join(company, 'node_modules/back-office');
  await mkdir(office, { recursive: true });
  await promisify(execFile)('tar', ['-xzf', archive, '--strip-components=1', '-C', office]);
  await installNeeds(office, placeOf);
  const command = join(company, 'node_modules/.bin/back-office');
  await mkdir(dirname(command), { recursive: true });
  await symlink('../back-office/scripts/back-office.mjs', command);
  await chmod(join(office, 'scripts/back-office.mjs'), 0o755);
}

/** Installs a package's dependencies; `find` locates such a package here. */
async function installNeeds(folder: string, find: (name: string, version: string) => Promise<string | undefined>): Promise<void> {
  const { dependencies, optionalDependencies = {}, peerDependencies, peerDependenciesMeta = {} } = await readManifest(folder);
  for (const [name, version] of Object.entries({ ...peerDependencies, ...dependencies, ...optionalDependencies })) {
    if (peerDependenciesMeta[name]?.optional === true) continue;
    const source = await find(name, version);
    if (source === undefined && name in optionalDependencies) continue;
    if (source === undefined) throw new Error(`${name}, which ${folder} needs, is not installed`);
    const existing = packagePlace(name, folder);
    if (existing !== undefined && (await readManifest(existing)).version === (await readManifest(source)).version) continue;
    const top = folder.slice(0, folder.indexOf('/node_modules/'));
    // A package that is installed here only in a workspace of ours has another version than the one shared by other packages.
    const isShared = dirname(source).startsWith(shared);
    const place = join(existing === undefined && isShared ? top : folder, 'node_modules', name);
    await copyLinked(source, place);
    await installNeeds(place, async (each) => packagePlace(each, source));
  }
}

/** Copies a package without its nested packages; hard links if the file system supports them. */
async function copyLinked(source: string, target: string): Promise<void> {
  await mkdir(target, { recursive: true });
  for (const entry of await readdir(source, { withFileTypes: true })) {
    if (entry.name === 'node_modules') continue;
    const [from, to] = [join(source, entry.name), join(target, entry.name)];
    if (entry.isDirectory()) await copyLinked(from, to);
    else await link(from, to).catch(() => cp(from, to));
  }
}
