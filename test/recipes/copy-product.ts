import { cp, mkdir, mkdtemp, readdir, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const packages = ['engine/contract', 'engine/server', 'engine/web', 'sys', 'app'];
const settings = [
  'package.json',
  'tsconfig.base.json',
  'tsconfig.contract.json',
  'tsconfig.server.json',
  'tsconfig.web.json',
  'vitest.config.ts',
  // Files imported by those above.
  'test/needs-database.ts',
  'test/read-imports.ts',
];

/** A copy of the product's source in a folder of its own, with the packages that are installed here. The caller removes it. */
export async function copyProduct(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'back-office-recipes-'));
  const installed = join(folder, 'node_modules');
  await mkdir(join(installed, '@back-office'), { recursive: true });
  for (const name of ['engine', 'sys', 'app', 'examples'])
    await cp(join(root, name), join(folder, name), { recursive: true, filter: (path) => !/\/(?:node_modules|dist|data)$/.test(path) });
  for (const name of packages) await symlink(join(folder, name), join(installed, '@back-office', basename(name)));
  for (const name of await readdir(join(root, 'node_modules')))
    if (name !== '@back-office' && name !== '.cache') await symlink(join(root, 'node_modules', name), join(installed, name));
  for (const name of packages) {
    const own = join(root, name, 'node_modules');
    if ((await readdir(join(root, name))).includes('node_modules')) await symlink(own, join(folder, name, 'node_modules'));
  }
  for (const name of settings) await cp(join(root, name), join(folder, name));
  return folder;
}
