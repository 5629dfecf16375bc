import { dept } from '@back-office/sys/depts/dept.ts';
import { role } from '@back-office/sys/roles/role.ts';
import { describe, expect, test } from 'vitest';
import {
  columnsToKeep,
  columnWidth,
  declaredColumns,
  isDeclared,
  moved,
  readColumns,
  shownNames,
  withShownColumns,
} from './list-column.ts';

const names = role.list;
const [first = '', second = '', third = ''] = names;
const through = (columns: Parameters<typeof columnsToKeep>[1]) =>
  readColumns(role, JSON.parse(JSON.stringify(columnsToKeep(role, columns) ?? null)));

describe('the saved columns of a person', () => {
  test('are the declared ones if nothing was saved, or nothing readable', () => {
    for (const kept of [undefined, null, 1, 'x', {}, [], [null, 1, 'x', {}, { name: 1 }, { name: '__proto__' }]])
      expect(readColumns(role, kept)).toEqual(declaredColumns(role));
    expect(columnsToKeep(role, declaredColumns(role))).toBeUndefined();
    expect(isDeclared(role, shownNames(declaredColumns(role)))).toBe(true);
  });

  test('are restored as they were saved: order, visibility and width', () => {
    const columns = moved(declaredColumns(role), third, 0).map((column) =>
      column.name === first ? { ...column, shown: false } : column.name === second ? { ...column, width: 222 } : column,
    );
    expect(through(columns)).toEqual(columns);
    expect(shownNames(columns).slice(0, 2)).toEqual([third, second]);
    expect(isDeclared(role, shownNames(columns))).toBe(false);
  });

  test('drop removed columns, add new ones after their neighbour, and never repeat one', () => {
    const kept = [...names.toReversed().filter((name) => name !== second), 'gone', first].map((name) => ({ name }));
    const read = readColumns(role, kept).map(({ name }) => name);
    expect(read).toHaveLength(names.length);
    expect(read.indexOf(second)).toBe(read.indexOf(first) + 1);
    expect(new Set(read)).toEqual(new Set(names));
    expect(readColumns(dept, kept)[0]?.shown).toBe(true);
  });

  test('always leave one visible, and keep widths within their bounds', () => {
    expect(
      shownNames(
        readColumns(
          role,
          names.map((name) => ({ name, hidden: true })),
        ),
      ),
    ).toEqual(names);
    const widths = readColumns(role, [
      { name: first, width: 1 },
      { name: second, width: 1e9 },
      { name: third, width: 'wide' },
    ]).map(({ width }) => width);
    expect(widths.slice(0, 3)).toEqual([columnWidth.min, columnWidth.max, undefined]);
  });

  test('give way to the columns named in an address, and keep their widths', () => {
    const own = readColumns(role, [{ name: first, width: 99 }]);
    const seen = withShownColumns(own, [third, first]);
    expect(shownNames(seen)).toEqual([third, first]);
    expect(seen.find(({ name }) => name === first)?.width).toBe(99);
    expect(seen).toHaveLength(names.length);
  });

  test('can be moved only within the table', () => {
    const columns = declaredColumns(role);
    expect(moved(columns, first, 1).map(({ name }) => name)).toEqual([second, first, ...names.slice(2)]);
    expect(moved(columns, first, -1)).toEqual(columns);
    expect(moved(columns, first, names.length)).toEqual(columns);
    expect(moved(columns, 'gone', 0)).toEqual(columns);
  });
});
