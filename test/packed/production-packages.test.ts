import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { packedFiles, productionPackages } from '../../scripts/lib/offline/production-packages.mjs';

const outside = await realpath(await mkdtemp(join(tmpdir(), 'back-office-offline-')));
afterAll(() => rm(outside, { recursive: true, force: true }));

/** A company's folder with these package.json files, by their folders. */
async function company(name: string, manifests: Readonly<Record<string, object>>): Promise<string> {
  for (const [folder, manifest] of Object.entries(manifests)) {
    await mkdir(join(outside, name, folder), { recursive: true });
    await writeFile(join(outside, name, folder, 'package.json'), JSON.stringify(manifest));
  }
  return join(outside, name);
}

it('includes direct and indirect dependencies, and no development or merely optional peer dependencies', async () => {
  const folder = await company('acme', {
    '.': { dependencies: { office: '1' }, devDependencies: { tool: '1' } },
    'node_modules/office': {
      dependencies: { library: '2' },
      optionalDependencies: { absent: '1', native: '1' },
      peerDependencies: { peer: '1', tool: '1' },
      peerDependenciesMeta: { tool: { optional: true } },
    },
    'node_modules/office/node_modules/library': {
      dependencies: { deep: '1', office: '1', both: '1' },
      peerDependencies: { both: '1' },
      peerDependenciesMeta: { both: { optional: true } },
    },
    'node_modules/both': {},
    'node_modules/native': {},
    'node_modules/library': {},
    'node_modules/deep': {},
    'node_modules/peer': {},
    'node_modules/tool': {},
  });
  expect(productionPackages(folder)).toEqual(['both', 'deep', 'native', 'office', 'peer'].map((name) => `node_modules/${name}`));
});

it('names a package that is not installed, and one that is outside the folder', async () => {
  const folder = await company('broken', { '.': { dependencies: { office: '1' } } });
  expect(() => productionPackages(folder)).toThrow(`office, which ${folder} needs, is not installed: run npm install.`);
  await mkdir(join(folder, 'node_modules'));
  await symlink(join(outside, 'acme/node_modules/office'), join(folder, 'node_modules/office'), 'junction');
  expect(() => productionPackages(folder)).toThrow(`office lies outside of ${folder}`);
  // A sibling folder whose name begins like its own is also outside.
  await company('broken-before', { 'node_modules/office': {} });
  await rm(join(folder, 'node_modules/office'));
  await symlink(join(outside, 'broken-before/node_modules/office'), join(folder, 'node_modules/office'), 'junction');
  expect(() => productionPackages(folder)).toThrow(`office lies outside of ${folder}`);
});

it('leaves out data, secrets and history', async () => {
  const folder = await company('whole', { '.': {}, data: {}, var: {}, '.git': {}, '.cache': {}, node_modules: {}, web: {} });
  for (const name of ['office.ts', '.env', '.env.local', '.gitignore', 'web/.env']) await writeFile(join(folder, name), '');
  expect(packedFiles(folder, { DATA_DIR: 'var' })).toEqual({
    files: ['.gitignore', 'office.ts', 'package.json', 'web/package.json'],
    left: ['var'],
  });
});
