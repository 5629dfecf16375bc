import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** An import of a package, as the compiler writes it; in a declaration also within a type. */
const statement = /^(?:import|export)\s+(?:[\w$*{},\s]+\sfrom\s+)?['"]([@a-z][^'"]*)['"]/gm;
const call = /\bimport\(['"]([@a-z][^'"]*)['"]\)/g;

/** Files that are started by their path, or referred to by a name that no file imports. */
const entries = [
  'app/server/serve.mjs',
  'app/server/main.js',
  'app/backup/main.js',
  'app/command/main.js',
  'app/upgrade/main.js',
  'app/loading/try-office.js',
  'app/loading/try-web.js',
  'app/loading/left-out-of.js',
  'app/loading/not-drawn.js',
  'app/testing/vitest.config.js',
  'app/web/vite.config.js',
  'app/web/main.js',
  'app/web/check-modules.js',
  'app/testing/server/global-setup.js',
  ...['contract', 'server', 'web', 'testing'].map((name) => `app/entry/${name}.js`),
  ...['left-out', 'office', 'server', 'web'].map((name) => `app/own/${name}.js`),
];

/**
 * The used parts of a compiled folder: `files`, the scripts and declarations reachable from the entries, `packages`,
 * the other packages that scripts import, and `types`, those that declarations import.
 */
export function traceFiles(folder) {
  const scripts = follow(folder, entries, '.js');
  const declarations = follow(
    folder,
    entries.filter((file) => /^app\/(?:entry|own)\//.test(file)).map((file) => file.replace(/\.js$/, '.d.ts')),
    '.d.ts',
  );
  return { files: new Set([...scripts.files, ...declarations.files]), packages: scripts.packages, types: declarations.packages };
}

function follow(folder, from, extension) {
  const files = new Set();
  const packages = new Set();
  const add = (file) => {
    if (files.has(file)) return;
    files.add(file);
    const text = readFileSync(join(folder, file), 'utf8');
    for (const [, , path] of text.matchAll(/(["'])(\.{1,2}\/[^"'\s`]+)\1/g)) {
      const to = posix.join(posix.dirname(file), path.replace(/\?.*$/, ''));
      const found = extension === '.js' ? to : to.replace(/\.(m?)js$/, '.d.$1ts');
      if (/\.(?:m?js|d\.m?ts)$/.test(found) && existsSync(join(folder, found))) add(found);
    }
    for (const [, name] of text.matchAll(statement)) packages.add(packageOf(name));
    for (const [, name] of text.matchAll(call)) packages.add(packageOf(name));
  };
  from.forEach(add);
  return { files, packages: [...packages].filter((name) => !name.startsWith('node:')) };
}

const packageOf = (specifier) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
