import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, resolve } from 'node:path';

export interface Import {
  /** The file that imports, from the root of the project. */
  from: string;
  line: number;
  /** A file from the root of the project, or a package such as `zod` or `node:fs`. */
  to: string;
}

const root = resolve(import.meta.dirname, '..');
const folders = ['engine', 'sys', 'app', 'e2e', 'test', 'scripts', 'bench'];
const skipped = new Set(['node_modules', 'dist', 'data', 'test-results', 'coverage']);

/** Every source file of the project, as a path from its root. */
export function sourceFiles(): string[] {
  return folders.filter((folder) => existsSync(join(root, folder))).flatMap((folder) => walk(join(root, folder)));
}

function walk(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (skipped.has(entry.name) || entry.name.startsWith('.')) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return walk(path);
    return /\.(tsx?|mjs|css|sql)$/.test(entry.name) ? [relative(root, path).replaceAll('\\', '/')] : [];
  });
}

export const readSource = (file: string) => readFileSync(join(root, file), 'utf8');

const specifier = /(?:\bfrom\s*|\bimport\s*\(\s*|\bimport\s+|\bnew\s+URL\s*\(\s*)(['"`])((?:\.{1,2}\/|@?[a-z])[^'"`\n]*)\1/g;

/** The imports of one file: static, type-only, dynamic, re-exports, and workers named by `new URL`. */
export function readImports(from: string, text: string): Import[] {
  const code = withoutComments(text);
  return [...code.matchAll(specifier)].map((match) => ({
    from,
    line: code.slice(0, match.index).split('\n').length,
    to: target(from, match[2] ?? ''),
  }));
}

/** Blanks comments, keeping the lines; strings are matched first so that `'https://…'` stays whole. */
function withoutComments(text: string): string {
  const piece = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|\/\*[\s\S]*?\*\/|(^|[\s;{}(),])\/\/[^\n]*/g;
  return text.replace(piece, (part, before = '') => {
    const isComment = part.startsWith('/*') || part.startsWith(`${before}//`);
    return isComment ? before + part.slice(before.length).replace(/[^\n]/g, ' ') : part;
  });
}

function target(from: string, name: string): string {
  const plain = name.replace(/\?.*$/, '');
  if (plain.startsWith('.')) return posix.normalize(posix.join(dirname(from), plain));
  return plain.replace(/^@back-office\/(contract|server|web)(?=\/|$)/, 'engine/$1').replace(/^@back-office\/(sys|app|e2e)(?=\/|$)/, '$1');
}
