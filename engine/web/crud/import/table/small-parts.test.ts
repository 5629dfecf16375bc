import { sheetColumns } from '@back-office/contract/sheet-columns.ts';
import { readXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { readSheets } from '../../../platform/sheet/read-workbook.ts';
import { person } from '../../../testing/person.ts';
import { cellOf } from './cell-of.ts';
import { errorsWorkbook } from './errors-workbook.ts';
import { matchColumns } from './match-columns.ts';
import { SheetTable } from './sheet-table.ts';
import { fromTabSeparated, toTabSeparated } from '../../../platform/sheet/tab-separated.ts';
import { templateWorkbook } from './template-workbook.ts';

const columns = sheetColumns(person);
const choices = { gender: ['男', '女'].map((value) => ({ value, label: value })) };

describe('the columns of an import', () => {
  const labels = columns.map(({ label }) => label);

  test('are matched by label in any order, ignoring white space and asterisks', () => {
    const header = labels.map((label) => ` *${label.split('').join(' ')}\n`).reverse();
    expect(matchColumns(header, columns)).toEqual({ places: labels.map((_, at) => labels.length - 1 - at) });
  });

  test('that are missing, surplus or repeated are named', () => {
    expect(matchColumns(['账号', '账号', '工资', '__proto__', null, ''], columns)).toEqual({
      missing: labels.slice(1),
      surplus: ['工资', '__proto__'],
      twice: ['账号'],
    });
  });
});

describe('a cell', () => {
  test.each([
    ['1,234.50', 1234.5],
    [' １２ ', 12],
    [1e308, 1e308],
    ['12.', 12],
    ['1e400', '1e400'],
    ['十二', '十二'],
    ['1,2', '1,2'],
    ['0x10', '0x10'],
    ['  ', null],
    [null, null],
  ])('of a number column reads %j as %j', (raw, cell) => {
    expect(cellOf({ kind: 'number', label: '数', min: 0, max: 1 }, raw)).toBe(cell);
  });

  test.each([
    [13800138000, '13800138000'],
    ['00123', '00123'],
    ['=1+1', '=1+1'],
    [' 两边 ', '两边'],
    [true, 'TRUE'],
  ])('of a text column reads %j as %j', (raw, cell) => {
    expect(cellOf({ kind: 'text', label: '文', max: 9 }, raw)).toBe(cell);
  });

  test.each([
    ['2026-01-31', '2026-01-31 00:00:00'],
    ['2026/1/3 8:05', '2026-01-03 08:05:00'],
    ['2026年1月3日', '2026-01-03 00:00:00'],
    ['昨天', '昨天'],
  ])('of a datetime column reads %j as %j', (raw, cell) => {
    expect(cellOf({ kind: 'datetime', label: '时' }, raw)).toBe(cell);
  });

  test.each([
    ['2026-01-31', '2026-01-31'],
    ['2026/1/3', '2026-01-03'],
    ['2026年1月3日', '2026-01-03'],
    ['20260103', '2026-01-03'],
    ['２０２６／１／３', '2026-01-03'],
    ['2026-01-31 00:00:00', '2026-01-31'],
    ['2026-01-31 08:00:00', '2026-01-31 08:00:00'],
    ['昨天', '昨天'],
  ])('of a date column reads %j as %j', (raw, cell) => {
    expect(cellOf({ kind: 'date', label: '日' }, raw)).toBe(cell);
  });
});

describe('the clipboard', () => {
  test.each([
    [
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      [
        ['with\ttab', 'with "quotes"', 'two\nlines'],
        ['', '', ''],
      ],
    ],
    [[['=1+1']]],
    [
      [
        ['', 'x'],
        ['y', ''],
      ],
    ],
  ])('copies and pastes %j unchanged', (rows) => {
    expect(fromTabSeparated(toTabSeparated(rows))).toEqual(rows);
  });

  test('reads text as Excel writes it', () => {
    expect(fromTabSeparated('a\tb\r\nc\td\r\n')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    expect(fromTabSeparated('5" nail\t"a ""b"""\n')).toEqual([['5" nail', 'a "b"']]);
    expect(fromTabSeparated('')).toEqual([]);
  });
});

describe('a generated workbook', () => {
  test('for the template reads back as its own columns, with an example and lists to choose from', async () => {
    const workbook = await templateWorkbook(person, choices);
    const [sheet] = await readSheets(workbook);
    expect(matchColumns(sheet?.rows[0] ?? [], columns)).toHaveProperty('places');
    expect(sheet?.rows[0]?.slice(0, 3)).toEqual(['*账号', '*姓名', '性别']);
    expect(sheet?.rows[1]?.[0]).toBe('example');
    const [table, lists] = (await readXlsx(workbook)).sheets;
    expect(table?.dataValidations).toMatchObject([{ type: 'list', range: 'C2:C10000', formula1: "'可选值'!$A$1:$A$2" }]);
    expect(lists).toMatchObject({ name: '可选值', rows: [['男'], ['女']] });
  });

  test('of errors reads back with the reasons, and matches the template', async () => {
    const table = new SheetTable(person, choices);
    table.add(['good.one', '好', null, null, null, null, null, '']);
    table.add(['', '=cmd()', null, '1', null, null, null, '']);
    const [sheet] = await readSheets(await errorsWorkbook(table));
    expect(matchColumns(sheet?.rows[0] ?? [], table.columns)).toHaveProperty('places');
    expect(sheet?.rows).toHaveLength(2);
    expect(sheet?.rows[1]?.slice(0, 2)).toEqual([null, '=cmd()']);
    expect(sheet?.rows[1]?.at(-1)).toMatch(/账号不能为空；手机号/);
  });
});
