import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compareVersions } from './apply-codemods.ts';
import { codemods } from './codemods.ts';
import { goneBetween, namesOf, untold } from './compare-surfaces.ts';

/*
 * What a company may import now, beside the version before: docs/reference/released/<version>.txt is the report of that version. It is
 * copied there from docs/reference/surface.txt when the first number after it is begun.
 */
const folder = 'docs/reference/released';
const root = join(import.meta.dirname, '../..');
const place = join(root, folder);
const readSource = (file: string): string => readFileSync(join(root, file), 'utf8');
const changelog = readSource('CHANGELOG.md');
const versions = [...changelog.matchAll(/^## (\d+\.\d+\.\d+)$/gm)].map(([, version = '']) => version);

/** The first version with something to import. */
const first = '2.0.0';
const before = versions.slice(1).filter((version) => compareVersions(version, first) >= 0);

describe('of what was handed out before', () => {
  it('each released version has its report', () => {
    const kept = existsSync(place) ? readdirSync(place).filter((file) => file.endsWith('.txt')) : [];
    const cure = `Copy docs/reference/surface.txt, as it was released, to ${folder}/<version>.txt.`;
    expect(kept.toSorted(), cure).toEqual(before.map((version) => `${version}.txt`).toSorted());
  });

  it.each(before)('nothing of %s went untold', (version) => {
    const gone = goneBetween(readSource(`${folder}/${version}.txt`), readSource('docs/reference/surface.txt'));
    expect(untold(gone, version, changelog, codemods), 'Write a codemod that names it, or a line with Breaking in CHANGELOG.md.').toEqual(
      [],
    );
  });

  const report = (text: string): string => `back-office/contract\n\n${text}\n`;
  const rows = 'interface Row { readonly id: string; faults: readonly Issue[]; at?(): void; }\n    engine/row.ts';
  const had = report(`const ok: true;\n    engine/ok.ts\n\n${rows}\n\ninterface Gone { a: 1; }\n    engine/gone.ts`);
  const has = report(rows.replace('faults', 'issues'));

  it('names and members are known', () => {
    expect([...namesOf(had)]).toEqual(['ok', 'Row', 'Row.id', 'Row.faults', 'Row.at', 'Gone', 'Gone.a']);
    expect(namesOf(readSource('docs/reference/surface.txt')).has('Resource.fields')).toBe(true);
    expect(goneBetween(had, has)).toEqual(['ok', 'Row.faults', 'Gone']);
    expect(goneBetween(has, has)).toEqual([]);
  });

  it('a codemod of a later version tells, and so does a line that says Breaking', () => {
    const told = (text: string, version = '2.1.0') =>
      untold(['ok', 'Row.faults', 'Gone'], '2.0.0', text, [{ version, title: 'faults 改名为 issues' }]);
    expect(told('## 2.1.0\n\n- Breaking: `ok` and `Gone` went.\n\n## 2.0.0\n')).toEqual([]);
    expect(told('## 2.1.0\n\n- `ok` and `Gone` are nicer.\n\n## 2.0.0\n\n- Breaking: `ok` went.\n', '2.0.0')).toEqual([
      'ok',
      'Row.faults',
      'Gone',
    ]);
  });
});
