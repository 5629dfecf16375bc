import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compareVersions } from './apply-codemods.ts';
import { codemods } from './codemods.ts';
import { removedBetween, namesOf, unannounced } from './compare-surfaces.ts';

/*
 * Compares what a company may import now with the version before: docs/reference/released/<version>.txt is the report of that version. It is
 * copied there from docs/reference/surface.txt when the next major version is begun.
 */
const folder = 'docs/reference/released';
const root = join(import.meta.dirname, '../..');
const place = join(root, folder);
const readSource = (file: string): string => readFileSync(join(root, file), 'utf8');
const changelog = readSource('CHANGELOG.md');
const versions = [...changelog.matchAll(/^## (\d+\.\d+\.\d+)$/gm)].map(([, version = '']) => version);

/** The first version with exports. */
const first = '2.0.0';
const before = versions.slice(1).filter((version) => compareVersions(version, first) >= 0);

describe('the comparison with released exports', () => {
  it('has a report of each released version', () => {
    const kept = existsSync(place) ? readdirSync(place).filter((file) => file.endsWith('.txt')) : [];
    const cure = `Copy docs/reference/surface.txt, as it was released, to ${folder}/<version>.txt.`;
    expect(kept.toSorted(), cure).toEqual(before.map((version) => `${version}.txt`).toSorted());
  });

  it.each(before)('finds nothing of %s removed without a codemod or a Breaking line', (version) => {
    const gone = removedBetween(readSource(`${folder}/${version}.txt`), readSource('docs/reference/surface.txt'));
    expect(
      unannounced(gone, version, changelog, codemods),
      'Write a codemod that names it, or a line with Breaking in CHANGELOG.md.',
    ).toEqual([]);
  });

  const report = (text: string): string => `back-office/contract\n\n${text}\n`;
  const rows = 'interface Row { readonly id: string; faults: readonly Issue[]; at?(): void; }\n    engine/row.ts';
  const had = report(`const ok: true;\n    engine/ok.ts\n\n${rows}\n\ninterface Gone { a: 1; }\n    engine/gone.ts`);
  const has = report(rows.replace('faults', 'issues'));

  it('finds removed names and members', () => {
    expect([...namesOf(had)]).toEqual(['ok', 'Row', 'Row.id', 'Row.faults', 'Row.at', 'Gone', 'Gone.a']);
    expect(namesOf(readSource('docs/reference/surface.txt')).has('Resource.fields')).toBe(true);
    expect(removedBetween(had, has)).toEqual(['ok', 'Row.faults', 'Gone']);
    expect(removedBetween(has, has)).toEqual([]);
  });

  it('finds optional members that became required, and values and types that are no longer accepted', () => {
    const between = (one: string, other: string) => removedBetween(report(one), report(other));
    expect(
      between(
        'interface Row { readonly at?: Date; by?(): void; id: string; }',
        'interface Row { readonly at: Date; by(): void; id?: string; }',
      ),
    ).toEqual(['Row.at?', 'Row.by?']);
    expect(between('interface Row { at?: Date; }', 'interface Row { by: Date; }')).toEqual(['Row.at']);
    expect(between("type Shape = 'code' | 'e-mail' | '停用';", "type Shape = 'code';")).toEqual(["Shape.'e-mail'", "Shape.'停用'"]);
    expect(between("function keep(how: 'a' | 'b'): void", "function keep(how: 'b' | 'c'): void")).toEqual(["keep.'a'"]);
    expect(between('type Field = | TextField | DateField;', 'type Field = | TextField | TimeField;')).toEqual(['Field.DateField']);
    // The words now have a type of their own, with one more.
    expect(between("interface Row { how: 'a' | 'b'; }", "interface Row { how: How; }\ntype How = 'a' | 'b' | 'c';")).toEqual([]);
    expect(between("interface Row { how: 'a' | 'b'; }", "interface Row { how: How; }\ntype How = 'a' | 'c';")).toEqual(["Row.'b'"]);
    expect(
      unannounced(
        ['Row.at?', "Shape.'e-mail'", "Shape.'停用'", "Shape.'a'"],
        '2.0.0',
        '## 2.1.0\n\n- Breaking: `at` is required, e-mail and 停用 went.\n\n## 2.0.0\n',
        [],
      ),
    ).toEqual(["Shape.'a'"]);
  });

  it('finds the members of every kind of definition, and parameters taken by name but not by position', () => {
    const membersIn = (definition: string) => [...namesOf(report(`${definition}\n    engine/some.ts`))].join(' ');
    expect(membersIn('async function addJob(db: Kysely<Tables>, { kind }: NewJob): Promise<string>')).toBe('addJob');
    expect(membersIn('function readAs<Schema extends { a: 1 }>(schema: Schema): Schema')).toBe('readAs');
    expect(membersIn('const lock = (id: string, options: { at: Date; by: string }): void ;')).toBe('lock');
    expect(
      membersIn(
        'const live = { asked: asked.get, ready: (at: Date, done: (by: string, then: () => void) => void, by: string): void , page: { limit: 10, index: 0 }, };',
      ),
    ).toBe('live live.asked live.ready live.page live.limit live.index');
    expect(membersIn('type Entry = { readonly name: string; } & ({ path: string } | { run: (at: Date) => void });')).toBe(
      'Entry Entry.name Entry.path Entry.run',
    );
    expect(
      membersIn(
        'class App { readonly db: Db; constructor(db: Db, clock: () => Date); async call<Row>(row: Row): Row; get status(): number; }',
      ),
    ).toBe('App App.db App.constructor App.call App.status');
    expect(membersIn("interface Aria { 'aria-invalid'?: 'true'; write(this: void, to: Db, options: { lock: true; at?: 1 }): void; }")).toBe(
      'Aria Aria.aria-invalid Aria.write Aria.lock Aria.at',
    );
    expect(membersIn('interface Own { a: 1; }\ninterface Beside { b: 2; }')).toBe('Own Own.a Beside Beside.b');
  });

  it('reads every definition in the report', () => {
    const now = readSource('docs/reference/surface.txt');
    const defined = [...now.matchAll(/(?<=\n\n)(?:async )?\w+ (\w+)/g)].map(([, name = '']) => name);
    expect(defined.length).toBeGreaterThan(400);
    expect(defined.filter((name) => !namesOf(now).has(name)).filter((name) => name !== 'them')).toEqual([]);
    expect(namesOf(now)).toContain('TestApp.userWith');
  });

  it('does not count a word that merely contains the name as an announcement', () => {
    const told = unannounced(
      ['ok', 'Row.fault'],
      '2.0.0',
      '## 2.1.0\n\n- Breaking: `book`, `okay`, `faults` and `default` went.\n\n## 2.0.0\n',
      [],
    );
    expect(told).toEqual(['ok', 'Row.fault']);
  });

  it('counts a codemod of a later version or a Breaking line as an announcement', () => {
    const told = (text: string, version = '2.1.0') =>
      unannounced(['ok', 'Row.faults', 'Gone'], '2.0.0', text, [{ version, title: 'faults 改名为 issues' }]);
    expect(told('## 2.1.0\n\n- A look back at ## 2.0.0\n- Breaking: `ok` and `Gone` went.\n\n## 2.0.0\n')).toEqual([]);
    expect(told('## 2.1.0\n\n- `ok` and `Gone` are nicer.\n\n## 2.0.0\n\n- Breaking: `ok` went.\n', '2.0.0')).toEqual([
      'ok',
      'Row.faults',
      'Gone',
    ]);
  });
});
