import { copyFileSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot, readJson } from '../root.mjs';
import { run } from '../run.mjs';
import { compileSources, filesUnder } from './compile-sources.mjs';
import { packageManifest } from './package-manifest.mjs';
import { traceFiles } from './trace-files.mjs';

const documents = ['LICENSE', 'README.md', 'README.zh-CN.md', 'CHANGELOG.md', 'AGENTS.md', 'llms.txt'];
/** For reading and copying: the guide, what it refers to, and the example companies that its code is taken from. */
const referred = ['wire', 'operating'].map((name) => `docs/${name}.md`);
const reading = ['docs/guide', ...referred, 'docs/reference', 'examples/ten-minutes', 'examples/agreements'];
const scripts = ['back-office', 'start', 'dev', 'check', 'test', 'data', 'upgrade', 'rehearse', 'pack'].map(
  (name) => `scripts/${name}.mjs`,
);

/**
 * Makes the package of the product, JavaScript and declarations for node_modules (docs/decisions/0054-packages.md), and
 * returns the archive, which is in the folder `target`.
 */
export async function makePackage(target) {
  const folder = inRoot('.cache/package', String(process.pid), 'back-office');
  try {
    mkdirSync(folder, { recursive: true });
    await compileSources(folder);
    const used = traceFiles(folder);
    for (const file of filesUnder(folder).filter((name) => /\.(?:m?js|d\.m?ts)$/.test(name) && !used.files.has(name)))
      rmSync(join(folder, file));
    copyOthers(folder);
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(packageManifest(used), null, 2)}\n`);
    writeFileSync(join(folder, 'tsconfig.office.json'), `${JSON.stringify(officeSettings(), null, 2)}\n`);
    return await pack(folder, target);
  } finally {
    rmSync(join(folder, '..'), { recursive: true, force: true });
  }
}

function copyOthers(folder) {
  for (const file of documents) copyFileSync(inRoot(file), join(folder, file));
  for (const place of reading)
    cpSync(inRoot(place), join(folder, place), {
      recursive: true,
      filter: (path) => !/[\\/](?:dist|data|node_modules|\.cache)$/.test(path),
    });
  mkdirSync(join(folder, 'scripts'), { recursive: true });
  for (const file of scripts) copyFileSync(inRoot(file), join(folder, file));
  cpSync(inRoot('scripts/lib'), join(folder, 'scripts/lib'), { recursive: true, filter: (path) => !/[\\/]lib[\\/]package$/.test(path) });
}

/** The compiler's settings for a company: ours, except that packages are resolved normally. */
function officeSettings() {
  const { compilerOptions: base } = readJson(inRoot('tsconfig.base.json'));
  const { paths: _paths, typeRoots: _typeRoots, ...own } = readJson(inRoot('tsconfig.office.json')).compilerOptions;
  return { compilerOptions: { ...base, ...own } };
}

async function pack(folder, target) {
  mkdirSync(target, { recursive: true });
  const args = ['pack', folder, '--pack-destination', target, '--ignore-scripts', '--loglevel=error'];
  const { code, output } = await run('npm', args, { quiet: true });
  if (code !== 0) throw new Error(`npm pack failed.\n${output}`);
  const { name, version } = readJson(join(folder, 'package.json'));
  const archive = `${name}-${version}.tgz`;
  if (!readdirSync(target).includes(archive)) throw new Error(`npm pack made no ${archive} in ${target}.\n${output}`);
  return join(target, archive);
}
