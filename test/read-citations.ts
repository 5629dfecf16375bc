import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, resolve } from 'node:path';

/** A place in the documents cited by code, a comment or another document: `docs/wire.md "Session"`. */
export interface Citation {
  line: number;
  /** The citation as written. */
  text: string;
  /** The path of the document from the project's root. */
  path: string;
  /** Headings, their numbers, or the marks of table rows. */
  sections: string[];
}

const root = resolve(import.meta.dirname, '..');
const skipped = new Set(['node_modules', 'dist', 'data', 'test-results', 'coverage']);
const written = /\.(tsx?|mjs|js|css|sql|md|html|ya?ml|conf|sh|txt)$/;

/** Every file of the project that may contain citations, as a path from its root. */
export function citingFiles(folder: string = root): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (skipped.has(entry.name) || entry.name.startsWith('.')) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return citingFiles(path);
    return written.test(entry.name) ? [relative(root, path).replaceAll('\\', '/')] : [];
  });
}

const section = String.raw`(?:"[^"]+"|\([a-z]\)|[A-Z]\d\d\b|\d+(?:\.[\dA-Z]+)*)`;
const citation = new RegExp(
  String.raw`(?<![\w./-])((?:[\w.-]+\/)*[\w.-]+\.md)\b(?:\x60?\s+(${section}(?:(?:,|\s+to|\s+and)\s+${section})*))?`,
  'g',
);
const link = /\[([^\]]*)\]\(([^)\s#]*)(#[^)\s]*)?\)/g;

/** A text's citations of the project's documents; the comment markers of lines do not split a citation. */
export function readCitations(file: string, text: string): Citation[] {
  const flat = withLinks(file, joined(file, text));
  return [...flat.matchAll(citation)].map((match) => ({
    line: lineOf(flat, match.index),
    text: match[0].replace(/\s+/g, ' '),
    path: placeOf(file, match[1] ?? ''),
    sections: [...(match[2] ?? '').matchAll(new RegExp(section, 'g'))].map(([name]) => name.replace(/^"|"$/g, '').replace(/\s+/g, ' ')),
  }));
}

/** References that cannot be looked up: the bare number of a decision or an issue, a link to a missing image. */
export function readDanglingReferences(file: string, text: string): { line: number; text: string }[] {
  const flat = withLinks(file, joined(file, text));
  const loose = [...flat.matchAll(/\bdecisions?\s+\d{4}\b|\bissues?\s+#?\d+\b|\bdesign\s+answer\s+[a-g]\b/gi)];
  const broken = file.endsWith('.md') ? [...text.matchAll(link)].filter(([, , target]) => !isThere(file, target ?? '')) : [];
  return [
    ...loose.map((match) => ({ line: lineOf(flat, match.index), text: match[0].replace(/\s+/g, ' ') })),
    ...broken.map((match) => ({ line: lineOf(text, match.index), text: match[0] })),
  ];
}

const isThere = (file: string, target: string): boolean =>
  target === '' || /^[a-z]+:|\.md$/.test(target) || existsSync(join(root, dirname(file), target));

/**
 * Source files that a document, or a comment, names by their paths or the ends of these: `crud/save.ts`. Code blocks of
 * a document are recipes, which create files and are run by a test of their own.
 */
export function readFileNames(file: string, text: string): { line: number; text: string }[] {
  const name = /(?<![\w/.*<>…-])(?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:tsx?|mjs|css|sql)\b(?!\.?\w)/g;
  const prose = file.endsWith('.md')
    ? text.replace(/^```.*?^```$/gms, (block) => block.replace(/[^\n]/g, ' '))
    : text.replace(commentOrOther, (part) => (isComment(part) ? part : part.replace(/[^\n]/g, ' ')));
  const named = [...prose.matchAll(name)].filter(([path]) => !path.includes('NNNN'));
  return named.map((match) => ({ line: lineOf(prose, match.index), text: match[0] }));
}

/** Names of code, such as `recordKit`, that a comment puts between backticks; examples of use are compiled elsewhere. */
export function readNames(text: string): { line: number; text: string }[] {
  return [...text.matchAll(commentOrOther)]
    .filter(([part]) => isComment(part))
    .flatMap((comment) => {
      const named = comment[0].replace(/@example[\s\S]*/, '').matchAll(/`([a-z]+[A-Z]\w*)`/g);
      return [...named].map((match) => ({ line: lineOf(text, comment.index + match.index), text: match[1] ?? '' }));
    });
}

/** The words of a file's code, and the names that it exports or imports. */
export function readWords(text: string): { used: ReadonlySet<string>; shared: string[] } {
  const code = [...text.matchAll(commentOrOther)].map(([part]) => (isComment(part) ? ' ' : part)).join('');
  const exported = code.matchAll(/^export (?:async )?(?:const|function\*?|class|interface|type) (\w+)/gm);
  const imported = code.matchAll(/^import (?:type )?\{([^}]*)\}/gm);
  return { used: wordsOf(code), shared: [...exported, ...imported].flatMap(([, names = '']) => [...wordsOf(names)]) };
}

const isComment = (part: string): boolean => /^\/[/*]/.test(part);
const wordsOf = (code: string): Set<string> => new Set(code.match(/\w+/g));

/** Comments, or everything else: the other is blanked, so that names in code are left to the compiler. */
const commentOrOther = /\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|[^/'"`]+|./g;

/** Why a citation leads nowhere, or undefined. */
export function citationFault(file: string, { path, sections }: Citation): string | undefined {
  if (!existsSync(join(root, path))) return `${path} does not exist`;
  if (!file.endsWith('.md') && sections.length === 0 && /^docs\/(spec|wire|hardening)\.md$/.test(path)) return `no section of ${path}`;
  const known = sectionsIn(path);
  const absent = sections.filter((name) => !known.has(name));
  return absent.length > 0 ? `${path} has no section ${absent.join(', ')}` : undefined;
}

const read = new Map<string, ReadonlySet<string>>();

/** The sections of a document of the project, which is read once. */
function sectionsIn(path: string): ReadonlySet<string> {
  const known = read.get(path) ?? sectionsOf(readFileSync(join(root, path), 'utf8'));
  read.set(path, known);
  return known;
}

/** Headings in full and without their parenthesised additions, their numbers and letters, their anchors, and the marks in the first cells of tables. */
function sectionsOf(document: string): ReadonlySet<string> {
  const headings = [...document.matchAll(/^#+ +(.+)$/gm)].map(([, title = '']) => title.trim());
  const numbers = headings.map((title) => /^(\d+(?:\.[\dA-M]+)*|\([a-g]\))/.exec(title)?.[1] ?? '');
  const marks = [...document.matchAll(/^\| *([A-M]\d\d|\d+) *\|/gm)].map(([, mark = '']) => mark);
  const short = headings.map((title) => title.replace(/ \(.*$/, ''));
  return new Set([...headings, ...short, ...numbers, ...headings.map(anchorOf), ...marks]);
}

const anchorOf = (title: string): string =>
  `#${title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')}`;

/** A citation begins at the project's root; documents also name their siblings. */
function placeOf(file: string, path: string): string {
  const beside = posix.normalize(posix.join(dirname(file), path));
  return file.endsWith('.md') && existsSync(join(root, beside)) ? beside : posix.normalize(path);
}

/** The lines of a comment as running text, line by line. */
function joined(file: string, text: string): string {
  const plain = text.replace(/\n[ \t]*(?:\*(?!\/)|--|\/\/|#+|>)?[ \t]*/g, '\n');
  // The text of a migration is part of its checksum and can never change, so older ones keep the citation form of their time.
  return /\/migrations\/[^/]+\.sql$/.test(file)
    ? plain.replace(/(?<!\/)\b(spec|wire|hardening)\.md,?(\s+code)?/g, 'docs/$1' + '.md')
    : plain;
}

/** Replaces the links of a document with their targets, an anchor becoming the section's name. */
function withLinks(file: string, text: string): string {
  if (!file.endsWith('.md')) return text;
  return text.replace(link, (whole, label: string, target: string, anchor: string | undefined) => {
    if (/^[a-z]+:/.test(target)) return label;
    const path = target === '' ? file : posix.normalize(posix.join(dirname(file), target));
    if (!path.endsWith('.md')) return label;
    return `${path}${anchor ? ` "${anchor}"` : ''}${'\n'.repeat(whole.split('\n').length - 1)}`;
  });
}

const lineOf = (text: string, index: number): number => text.slice(0, index).split('\n').length;
