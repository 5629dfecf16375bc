import { createHash } from 'node:crypto';
import { readImports } from './read-imports.ts';

/** Files on which every file's types may depend without an import. */
const everywhere = /(^|\/)(package-lock\.json|\.oxlintrc[^/]*\.json|tsconfig[^/]*\.json)$|\.d\.[mc]?ts$/;
const source = /\.([cm]?[jt]s|tsx)$/;

/** Whether a change to this file can change the findings of type-aware rules in a source file. */
export const countsForTypes = (file: string) => source.test(file) || everywhere.test(file);

/**
 * For each source file a digest of it and all its direct and indirect imports, and of files that affect every file:
 * settings, versions and global declarations. `texts` contains the text of each file by its path from the root.
 */
export function sourceDigests(texts: ReadonlyMap<string, string>): Record<string, string> {
  const files = [...texts.keys()].toSorted();
  const read = new Map(files.map((file) => [file, analyse(file, texts.get(file) ?? '')]));
  const common = digest([...read.values()].flatMap(({ global, text }) => (global ? [text] : [])));
  return Object.fromEntries(
    files.filter((file) => source.test(file)).map((file) => [file, digest([common, ...textsReachedFrom(file, read)])]),
  );
}

interface Analysis {
  text: string;
  imports: readonly string[];
  global: boolean;
}

function analyse(file: string, text: string): Analysis {
  const imports = source.test(file) ? readImports(file, text).map(({ to }) => to.replace(/^back-office\/(\w+)$/, 'app/entry/$1.ts')) : [];
  return { text: digest([file, text]), imports, global: everywhere.test(file) || /^\s*declare (global|module)\b/m.test(text) };
}

/** The texts of a file and of everything it imports. */
function textsReachedFrom(file: string, read: ReadonlyMap<string, Analysis>): string[] {
  const found = new Set([file]);
  for (const next of found) for (const to of read.get(next)?.imports ?? []) if (read.has(to)) found.add(to);
  return [...read].flatMap(([one, { text }]) => (found.has(one) ? [text] : []));
}

const digest = (parts: readonly string[]) => createHash('sha256').update(parts.join('\n')).digest('base64');
