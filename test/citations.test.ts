import { describe, expect, test } from 'vitest';
import { citingFiles, deadEnd, readCitations, readLooseEnds } from './read-citations.ts';
import { readSource } from './read-imports.ts';

// This file cites on purpose what does not exist.
const files = citingFiles().filter((file) => file !== 'test/citations.test.ts');

const faultsOf = (file: string, text: string): string[] => [
  ...readCitations(file, text).flatMap((citation) => {
    const fault = deadEnd(file, citation);
    return fault ? [`${file}:${citation.line} cites ${citation.text}: ${fault}`] : [];
  }),
  ...readLooseEnds(file, text).map(({ line, text: words }) => `${file}:${line} says "${words}", which nobody can look up`),
];

/* docs/decisions/0043-words.md */
describe('every citation', () => {
  test('leads to a document of the project and to a section of it', () => {
    expect(files.flatMap((file) => faultsOf(file, readSource(file)))).toEqual([]);
  });

  test('is found: the code cites each of the three documents that it is held to', () => {
    const cited = files.filter((file) => !file.endsWith('.md')).flatMap((file) => readCitations(file, readSource(file)));
    for (const name of ['spec', 'wire', 'hardening']) {
      expect(cited.filter(({ path }) => path === `docs/${name}.md`).length, name).toBeGreaterThan(50);
    }
  });
});

describe('a citation', () => {
  test.each([
    ['of an absent document', 'web/src/a.ts', '// docs/absent.md 4'],
    ['of a document by its name alone', 'web/src/a.ts', '/** Rows (wire.md, "Session"). */'],
    ['of no section', 'web/src/a.ts', '/** As docs/wire.md says. */'],
    ['of an absent section', 'web/src/a.ts', '/** Rows (docs/spec.md 12). */'],
    ['of an absent part of a section', 'web/src/a.ts', '/** Rows (docs/spec.md 2.3, 2.9). */'],
    ['of an absent heading', 'web/src/a.ts', '/** Rows (docs/wire.md "Sessions"). */'],
    ['of an absent row, at the end of a range', 'web/src/a.ts', '/* docs/hardening.md A01 to A99 */'],
    ['of an absent design answer', 'web/src/a.ts', '/* docs/hardening.md (h) */'],
    ['of an absent lettered part', 'web/src/a.ts', '/* docs/hardening.md 3.Z */'],
    ['over two lines', 'web/src/a.ts', '/**\n * Rows (docs/wire.md\n * "Sessions").\n */'],
    ['of a decision by its number', 'web/src/a.ts', '// a reason (decision 0001)'],
    ['of an entry of a tracker', 'web/src/a.ts', '// a reason (issue 7, rights)'],
    ['by a link to nothing', 'docs/a.md', 'See [that](decisions/0000-nothing.md).'],
    ['by a link to an absent anchor', 'docs/a.md', 'See [that](wire.md#sessions).'],
    ['by a link to an absent picture', 'docs/a.md', '![that](nothing.png)'],
  ])('%s is refused', (_, file, text) => {
    expect(faultsOf(file, text)).toEqual([expect.stringContaining(`${file}:`)]);
  });

  test.each([
    ['web/src/a.ts', '/** docs/spec.md 2.3, 5 and 9: docs/wire.md 40301, "Generic calls"; docs/hardening.md A10 to A13, (d), 3.C */'],
    ['web/src/a.ts', '/**\n * docs/hardening.md\n * D10 to\n * D14\n */'],
    ['server/src/a.sql', '-- docs/decisions/0001-embedded-database.md\n-- RFC 4648, section 10'],
    ['docs/a.md', '[The wire](wire.md#session), [it](wire.md) "Files", [decision 0001](decisions/0001-embedded-database.md), `wire.md`'],
    ['README.md', '![The list of users](docs/users.png) [elsewhere](https://example.com/a.md)'],
  ])('that leads somewhere is taken: %s %s', (file, text) => {
    expect(faultsOf(file, text)).toEqual([]);
  });
});
