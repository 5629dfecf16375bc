import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { nodePath } from '../pinned-node.mjs';
import { commandFile, inRoot } from '../root.mjs';
import { run } from '../run.mjs';
import { rewriteImports } from './rewrite-imports.mjs';

const folders = ['engine/contract', 'engine/server', 'engine/web', 'sys', 'app'];
/** Not part of the product: generated files, tests and their tools, and the manifests of workspaces. */
const skipped =
  /(?:^|\/)(?:node_modules|dist|data|first-version|package\.json)$|\.test\.tsx?$|^(?:engine\/web\/testing|app\/testing\/web|app\/demo)$/;
const made = /^app\/web\/dist$/;

/** Each side with its own settings; both compile the shared contract, with the same result. */
const sides = [
  { settings: 'tsconfig.server.json', include: folders.filter((folder) => folder !== 'engine/web') },
  {
    settings: 'tsconfig.web.json',
    include: [
      'engine/web',
      'sys/*/web',
      'sys/**/web.ts',
      'sys/**/shell.ts',
      'sys/pages.ts',
      'app/web',
      'app/own/web.ts',
      'app/entry/web.ts',
    ],
  },
];
const ofTheBrowser = ['**/web', 'sys/**/web.ts', 'sys/**/shell.ts', 'sys/pages.ts', 'app/entry/web.ts', 'app/own/web.ts'];
const tests = ['**/node_modules', '**/dist', '**/*.test.ts', '**/*.test.tsx', 'engine/web/testing', 'app/testing/web'];

/**
 * Writes JavaScript and declarations of all our sources into the folder, at the paths that they have here, and all
 * related files: styles, pages, migrations. Throws the compiler's errors.
 */
export async function compileSources(target) {
  await Promise.all(sides.map((side, at) => compile(side, target, at)));
  for (const folder of folders) copyAssets(folder, target);
  for (const file of filesUnder(target).filter((name) => /\.(?:m?js|d\.m?ts|html)$/.test(name))) {
    const place = join(target, file);
    writeFileSync(place, rewriteImports(augmentations(file) + readFileSync(place, 'utf8'), file));
  }
}

async function compile({ settings, include }, target, at) {
  const file = `${target}-${at}.json`;
  const exclude = [...tests, ...(at === 0 ? ofTheBrowser : [])];
  const compilerOptions = {
    noEmit: false,
    // `npm run check` has already checked them.
    noCheck: true,
    declaration: true,
    rewriteRelativeImportExtensions: true,
    rootDir: inRoot('.'),
    outDir: target,
  };
  const from = (paths) => paths.map((path) => inRoot(path));
  writeFileSync(file, JSON.stringify({ extends: inRoot(settings), compilerOptions, include: from(include), exclude: from(exclude) }));
  const { code, output } = await run(nodePath(), [commandFile('typescript', 'tsc'), '-p', file], { quiet: true });
  if (code !== 0) throw new Error(`The sources could not be compiled.\n${output}`);
}

/** Imports that a source makes only for their additions to types, which the compiler omits from its declarations. */
function augmentations(file) {
  const source = ['.ts', '.tsx'].map((extension) => inRoot(file.replace(/\.d\.ts$/, extension))).find((each) => existsSync(each));
  if (!file.endsWith('.d.ts') || source === undefined || source === inRoot(file)) return '';
  return [...readFileSync(source, 'utf8').matchAll(/^import type \{\} from .*\n/gm)].join('');
}

/** Files that need no compiling, and handwritten declarations. */
function copyAssets(folder, target) {
  for (const { name, isDirectory, path } of entriesOf(inRoot(folder), folder)) {
    if (skipped.test(path) || made.test(path)) continue;
    if (isDirectory) copyAssets(path, target);
    else if (name.endsWith('.d.ts') || !/\.(?:tsx?|mjs)$/.test(name)) {
      mkdirSync(dirname(join(target, path)), { recursive: true });
      copyFileSync(inRoot(path), join(target, path));
    }
  }
}

const entriesOf = (place, path) =>
  readdirSync(place, { withFileTypes: true }).map((entry) => ({
    name: entry.name,
    isDirectory: entry.isDirectory(),
    path: posix.join(path, entry.name),
  }));

/** The files of a folder by their paths in it, with slashes. */
export const filesUnder = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
