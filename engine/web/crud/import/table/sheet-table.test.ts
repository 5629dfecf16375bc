import { defineResource } from '@back-office/contract/resource/define-resource.ts';
import { describe, expect, test } from 'vitest';
import { person } from '../../../testing/person.ts';
import { SheetTable } from './sheet-table.ts';

/* Cells are addressed by position, so this test declares its own columns: a new field in the product must not shift them. */
const parcel = defineResource({
  name: 'sys/parcel',
  title: '包裹',
  table: 'sys_parcel',
  label: 'parcelName',
  fields: {
    parcelName: { kind: 'text', label: '名称', required: true, max: 100 },
    parcelSort: { kind: 'number', label: '排序', min: 0, max: 999999 },
  },
  list: ['parcelName'],
  form: ['parcelName', 'parcelSort'],
  import: ['parcelName', 'parcelSort'],
  sort: 'parcelSort:asc',
});

const choices = {
  gender: [
    { value: 'm', label: '男' },
    { value: 'f', label: '女' },
  ],
};

const people = (...rows: (string | number | null)[][]): SheetTable => {
  const table = new SheetTable(person, choices);
  for (const row of rows) table.add(row);
  return table;
};
const parcels = (...sorts: (string | number | null)[]): SheetTable => {
  const table = new SheetTable(parcel, choices);
  sorts.forEach((sort, at) => table.add([`包裹${at}`, sort]));
  return table;
};
const good = (account: string) => [account, '姓名', '男', '13800138000', null, null, null, null];
const sumOf = ({ state: { sums } }: SheetTable) => sums[1];
const numbers = (table: SheetTable) => table.shown(0, 99).map(({ number }) => number);
const texts = (table: SheetTable) => table.shown(0, 99).map(({ cells }) => cells[0]);

describe('an import table', () => {
  test('marks each invalid cell with the reason from the declaration’s checks', () => {
    const table = people(good('zhang'), ['', '无账号', '未', '12', 'x', null, null, null], good('li'));
    expect(table.state).toMatchObject({ rows: 3, invalid: 1 });
    expect(table.shown(0, 3).map(({ issues }) => issues)).toEqual([
      null,
      [
        '账号不能为空',
        null,
        '性别不在可选范围内：未',
        expect.stringContaining('手机号'),
        expect.stringContaining('邮箱'),
        null,
        null,
        null,
        null,
      ],
      null,
    ]);
  });

  test('marks each cell in which a formula failed', () => {
    const table = people(['zhang', '#N/A', '#REF!', '13800138000', null, '#NAME?', null, '见 #N/A'], good('li'));
    expect(table.shown(0, 2).map(({ issues }) => issues)).toEqual([
      [null, '公式出错：#N/A', '公式出错：#REF!', null, null, '公式出错：#NAME?', null, null, null],
      null,
    ]);
  });

  test('is corrected cell by cell, with undo and redo', () => {
    const table = people(['', '姓名', '男', '13800138000', null, null, null, null]);
    table.write({ row: 0, column: 0 }, [['zhang']]);
    expect(table.state).toMatchObject({ invalid: 0, undo: true, redo: false });
    table.undo();
    expect(table.state).toMatchObject({ invalid: 1, undo: false, redo: true });
    table.redo();
    expect(table.shown(0, 1)[0]).toMatchObject({ cells: ['zhang', '姓名', '男', '13800138000', '', '', '', ''], issues: null });
  });

  test('takes a pasted range as one step, adding rows where it runs past the end', () => {
    const table = people(good('a1'), good('b1'));
    table.write({ row: 1, column: 0 }, [
      ['b2', '二'],
      ['c2', '三', '女', '', '', '', '', '', '太宽'],
    ]);
    expect(texts(table)).toEqual(['a1', 'b2', 'c2']);
    table.undo();
    expect(texts(table)).toEqual(['a1', 'b1']);
    table.redo();
    expect(texts(table)).toEqual(['a1', 'b2', 'c2']);
  });

  test('removes one or several rows at once, and undo restores them in place', () => {
    const table = people(...['a1', 'b1', 'c1', 'd1', 'e1'].map(good));
    table.remove(1, 2);
    table.remove(2, 2);
    expect(texts(table)).toEqual(['a1', 'd1']);
    table.undo();
    table.undo();
    expect(texts(table)).toEqual(['a1', 'b1', 'c1', 'd1', 'e1']);
    table.remove(0, 4);
    expect(table.state).toMatchObject({ rows: 0, shown: 0 });
  });

  test('can show only invalid rows, and keeps a corrected one in view until it is filtered again', () => {
    const table = people(good('a1'), good(''), good('c1'), good('!'));
    table.showInvalid(true);
    expect(texts(table)).toEqual(['', '!']);
    expect(numbers(table)).toEqual([2, 4]);
    table.write({ row: 0, column: 0 }, [['b1']]);
    expect(texts(table)).toEqual(['b1', '!']);
    table.remove(1, 1);
    table.undo();
    expect(texts(table)).toEqual(['b1', '!']);
    table.showInvalid(true);
    expect(texts(table)).toEqual(['!']);
    table.showInvalid(false);
    expect(texts(table)).toEqual(['a1', 'b1', 'c1', '!']);
  });

  test('keeps the number of each row in the sheet, whichever rows are shown or removed', () => {
    const table = new SheetTable(person, choices);
    [2, 3, 7, 8].forEach((number, at) => table.add(good(at === 3 ? '!' : `a${at}`), number));
    table.showInvalid(true);
    expect(numbers(table)).toEqual([8]);
    table.showInvalid(false);
    table.remove(1, 1);
    expect(numbers(table)).toEqual([2, 7, 8]);
    table.write({ row: 3, column: 0 }, [['new']]);
    expect(numbers(table)).toEqual([2, 7, 8, 9]);
    table.undo();
    table.undo();
    expect(numbers(table)).toEqual([2, 3, 7, 8]);
  });

  test('moves from error to error, and from the last to the first', () => {
    const table = people(good('a1'), ['', '', '男', '1', null, null, null, null], good('c1'), good('!'));
    expect(table.nextIssue({ row: 0, column: 0 })).toEqual({ row: 1, column: 0 });
    expect(table.nextIssue({ row: 1, column: 0 })).toEqual({ row: 1, column: 1 });
    expect(table.nextIssue({ row: 1, column: 3 })).toEqual({ row: 3, column: 0 });
    expect(table.nextIssue({ row: 3, column: 0 })).toEqual({ row: 1, column: 0 });
    expect(people(good('a1')).nextIssue({ row: 0, column: 0 })).toBeUndefined();
  });

  test('moves on from an error of a whole row, which is shown in its last column', () => {
    const table = people(good('a1'), good('b1'), good('c1'));
    const last = table.columns.length - 1;
    const ofRow = [...table.columns.map(() => undefined), '已存在'];
    table.takeUnsent(3);
    table.tell(
      0,
      3,
      new Map([
        [0, ofRow],
        [2, ofRow],
      ]),
    );
    expect(table.nextIssue({ row: 0, column: 0 })).toEqual({ row: 0, column: last });
    expect(table.nextIssue({ row: 0, column: last })).toEqual({ row: 2, column: last });
    expect(table.nextIssue({ row: 2, column: last })).toEqual({ row: 0, column: last });
  });
});

describe('the row 合计', () => {
  test('sums numeric columns exactly and follows every change', () => {
    const table = parcels('0.1', 0.2, '1,000', '１２', 'viel', null);
    expect(sumOf(table)).toBe('1,012.3');
    expect(table.state.sums[0]).toBeNull();
    table.write({ row: 0, column: 1 }, [['-5.05']]);
    expect(sumOf(table)).toBe('1,007.15');
    table.remove(2, 2);
    expect(sumOf(table)).toBe('7.15');
    table.undo();
    table.undo();
    expect(sumOf(table)).toBe('1,012.3');
  });

  test.each([
    [[], '0'],
    [[0.1, 0.2, 0.3], '0.6'],
    [[1e21, 1], '1,000,000,000,000,000,000,001'],
    [[1e-7, -1e-7], '0'],
    [[-0.5, 0.25], '-0.25'],
    [[1.1, 2.2, -3.3], '0'],
  ])('of %j is %s', (numbers, sum) => {
    expect(sumOf(parcels(...numbers))).toBe(sum);
  });
});
