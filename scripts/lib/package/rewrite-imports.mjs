import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { inRoot } from '../root.mjs';

/** The folders of the checkout's packages, which become one package. */
const workspaces = {
  '@back-office/contract': 'engine/contract',
  '@back-office/server': 'engine/server',
  '@back-office/web': 'engine/web',
  '@back-office/sys': 'sys',
  '@back-office/app': 'app',
};

/** Files of a library that a page loads, by a pattern: the library is nested in the package, or beside it. */
const ofLibrary = /'((?:\.\.\/)+)node_modules\/([^']+)'/g;

/**
 * A compiled file in which each path to one of our sources points to its output: imports by our own packages' names,
 * addresses of workers, `declare module`, and the script of a page. `file` is its path.
 */
export function rewriteImports(text, file) {
  const anywhere = text.replace(ofLibrary, (whole, up, path) => `${whole}, '${up}../${path}'`);
  return anywhere.replace(/(["'])(\.{0,2}\/[^"'\s`]+|@back-office\/[^"'\s`/]+\/[^"'\s`]+)\1/g, (whole, quote, path) => {
    const [bare, query] = path.split('?');
    const source = sourceOf(bare, file);
    if (source === undefined || !existsSync(inRoot(source))) return whole;
    const to = posix.relative(posix.dirname(file), source.replace(/(?:\.d)?\.tsx?$/, '.js'));
    const made = bare.startsWith('/') ? bare.replace(/\.tsx?$/, '.js') : to.startsWith('.') ? to : `./${to}`;
    return `${quote}${made}${query === undefined ? '' : `?${query}`}${quote}`;
  });
}

function sourceOf(path, file) {
  const [scope, name, ...rest] = path.split('/');
  if (scope === '@back-office') return posix.join(workspaces[`${scope}/${name}`], ...rest);
  // A page names its script from the root of the site.
  if (path.startsWith('/')) return file.endsWith('.html') ? posix.join(posix.dirname(file), path) : undefined;
  return /\.tsx?$/.test(path) ? posix.join(posix.dirname(file), path) : undefined;
}
