import { describe, expect, test } from 'vitest';
import {
  citingFiles,
  citationFault,
  readCitations,
  readDanglingReferences,
  readFileNames,
  readNames,
  readWords,
} from './read-citations.ts';
import { readSource } from './read-imports.ts';

// This file cites non-existent things on purpose.
const every = citingFiles();
const files = every.filter((file) => file !== 'test/citations.test.ts');

const cited = new Map(files.map((file) => [file, readCitations(file, readSource(file))]));

const issuesOf = (file: string, text: string, citations = readCitations(file, text)): string[] => [
  ...citations.flatMap((citation) => {
    const issue = citationFault(file, citation);
    return issue ? [`${file}:${citation.line} cites ${citation.text}: ${issue}`] : [];
  }),
  ...readDanglingReferences(file, text).map(({ line, text: words }) => `${file}:${line} says "${words}", which nobody can look up`),
];

/** Every path, and every end of one: a text may name `save.ts` or `crud/save.ts`. */
const known = new Set(every.flatMap((file) => file.split('/').map((_, at, parts) => parts.slice(at).join('/'))));

/** The named files that match no path. The changelog and the catalogue also name files of others. */
const unknownFiles = (file: string, text: string): string[] =>
  /^CHANGELOG\.md$|^docs\/(spec|wire|hardening)\.md$/.test(file)
    ? []
    : readFileNames(file, text)
        .filter(({ text: name }) => !known.has(name))
        .map(({ line, text: name }) => `${file}:${line} names ${name}, which is not there`);

const words = new Map(files.filter((file) => /\.(tsx?|mjs)$/.test(file)).map((file) => [file, readWords(readSource(file))]));
const shared = new Set([...words.values()].flatMap((file) => file.shared));

/** Names of other programs, and of fields as examples. */
const foreign = new Set([
  'isPaused',
  'refetchInterval',
  'requestTimeout',
  'useIsFetching',
  'acmeBadge',
  'sysOrgId',
  'sysOrgIdLabel',
  'userAccount',
]);

/** The named parts of code that are neither in the code of the file nor a name that any file exports or imports. */
const unknownNames = (file: string, text: string, { used } = readWords(text)): string[] =>
  readNames(text)
    .filter(({ text: name }) => !used.has(name) && !shared.has(name) && !foreign.has(name))
    .map(({ line, text: name }) => `${file}:${line} names ${name}, which is not there`);

/* docs/decisions/0043-words.md */
describe('every citation', () => {
  test('leads to an existing document of the project and to an existing section of it', () => {
    expect([...cited].flatMap(([file, citations]) => issuesOf(file, readSource(file), citations))).toEqual([]);
  });

  test('of a source file, in a document or a comment, names an existing file', () => {
    expect(files.filter((file) => /\.(tsx?|mjs|css|md)$/.test(file)).flatMap((file) => unknownFiles(file, readSource(file)))).toEqual([]);
  });

  test('of a name, in a comment, leads to the code of the same file or to a name that a file exports', () => {
    expect([...words].flatMap(([file, found]) => unknownNames(file, readSource(file), found))).toEqual([]);
  });

  test('is found: the code cites each of the three documents that it must follow', () => {
    const inCode = [...cited].flatMap(([file, citations]) => (file.endsWith('.md') ? [] : citations));
    for (const name of ['spec', 'wire', 'hardening']) {
      expect(inCode.filter(({ path }) => path === `docs/${name}.md`).length, name).toBeGreaterThan(50);
    }
  });
});

describe('a citation', () => {
  test.each([
    ['of an absent document', 'engine/a.ts', '// docs/absent.md 4'],
    ['of a document by its name alone', 'engine/a.ts', '/** Rows (wire.md, "Session"). */'],
    ['of no section', 'engine/a.ts', '/** As docs/wire.md says. */'],
    ['of an absent section', 'engine/a.ts', '/** Rows (docs/spec.md 12). */'],
    ['of an absent part of a section', 'engine/a.ts', '/** Rows (docs/spec.md 2.3, 2.9). */'],
    ['of an absent heading', 'engine/a.ts', '/** Rows (docs/wire.md "Sessions"). */'],
    ['of an absent row, at the end of a range', 'engine/a.ts', '/* docs/hardening.md A01 to A99 */'],
    ['of an absent design answer', 'engine/a.ts', '/* docs/hardening.md (h) */'],
    ['of an absent lettered part', 'engine/a.ts', '/* docs/hardening.md 3.Z */'],
    ['over two lines', 'engine/a.ts', '/**\n * Rows (docs/wire.md\n * "Sessions").\n */'],
    ['of a decision by its number', 'engine/a.ts', '// a reason (decision 0001)'],
    ['of an entry of a tracker', 'engine/a.ts', '// a reason (issue 7, rights)'],
    ['by a link to nothing', 'docs/a.md', 'See [that](decisions/0000-nothing.md).'],
    ['by a link to an absent anchor', 'docs/a.md', 'See [that](wire.md#sessions).'],
    ['by a link to an absent picture', 'docs/a.md', '![that](nothing.png)'],
  ])('%s is refused', (_, file, text) => {
    expect(issuesOf(file, text)).toEqual([expect.stringContaining(`${file}:`)]);
  });

  test.each([
    ['engine/a.ts', '// see crud/absent.ts'],
    ['engine/a.ts', "/**\n * As `absent.ts` says. */ const file = 'other-absent.ts';"],
    ['docs/a.md', 'It stands in `engine/absent/save.ts`.'],
  ])('of a source file that does not exist is refused: %s %s', (file, text) => {
    expect(unknownFiles(file, text)).toEqual([expect.stringContaining('absent')]);
  });

  test.each(['/** Rows of `absentRows`. */', '// As in `absentRows`.\nconst other = 1;', "/* `absentRows` */ const kept = 'absentRows2';"])(
    'of a name that no code has is refused: %s',
    (text) => {
      expect(unknownNames('engine/a.ts', text)).toEqual(['engine/a.ts:1 names absentRows, which is not there']);
    },
  );

  test.each([
    ['engine/a.ts', '/** docs/spec.md 2.3, 5 and 9: docs/wire.md 40301, "Generic calls"; docs/hardening.md A10 to A13, (d), 3.C */'],
    ['engine/a.ts', '/**\n * docs/hardening.md\n * D10 to\n * D14\n */'],
    ['sys/a.sql', '-- docs/decisions/0001-embedded-database.md\n-- RFC 4648, section 10'],
    ['docs/a.md', '[The wire](wire.md#session), [it](wire.md) "Files", [decision 0001](decisions/0001-embedded-database.md), `wire.md`'],
    ['README.md', '![The list of users](docs/pictures/list.webp) [elsewhere](https://example.com/a.md)'],
  ])('that leads somewhere is accepted: %s %s', (file, text) => {
    expect(issuesOf(file, text)).toEqual([]);
  });
});
