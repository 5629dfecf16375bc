import { writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { NotAWorkbook } from '../../../platform/sheet/read-workbook.ts';
import { person } from '../../../testing/person.ts';
import { readTable, SheetRefused, type SheetProblem } from './read-table.ts';
import { exampleOf } from './example-of.ts';

const header = ['账号', '姓名', '性别', '手机号', '邮箱', '机构', '部门', '备注'];
const choices = { gender: [{ value: 'm', label: '男' }] };
const read = async (rows: (string | number | null)[][], resource = person) =>
  readTable((await writeXlsx({ sheets: [{ name: '人员', rows }] })) as Uint8Array<ArrayBuffer>, resource, choices, () => undefined);
const problemOf = async (rows: (string | number | null)[][]): Promise<SheetProblem> => {
  const error: unknown = await read(rows).catch((thrown: unknown) => thrown);
  if (!(error instanceof SheetRefused)) throw error;
  return error.problem;
};

test('rows are read from below the header, without empty rows and the example', async () => {
  const table = await read([[null], header, exampleOf(person, choices), ['', ' ', null], ['one', '一', '男'], [], ['two', '二']]);
  expect(table.shown(0, 9).map(({ cells }) => cells.slice(0, 3))).toEqual([
    ['one', '一', '男'],
    ['two', '二', ''],
  ]);
  // Numbered as in the sheet, from its first row.
  expect(table.shown(0, 9).map(({ number }) => number)).toEqual([5, 7]);
});

test('the example of a template from before its dictionary changed is not imported', async () => {
  const former = { gender: [{ value: 'f', label: '女' }, ...choices.gender] };
  const table = await read([header, exampleOf(person, former), ['one', '一', '男']]);
  expect(table.shown(0, 9).map(({ cells }) => cells[0])).toEqual(['one']);
});

test('a row that differs from the example in a word of a dictionary alone is imported if the sheet has no texts', async () => {
  const ranked = { ...person, import: ['gender', 'sysOrgId'] } as typeof person;
  const table = await read([['性别', '机构'], exampleOf(ranked, choices), ['女', '']], ranked);
  expect(table.shown(0, 9).map(({ cells }) => cells[0])).toEqual(['女']);
});

test('results of formulas are read with the digits that a spreadsheet shows, as numbers and as texts', async () => {
  const table = await read([header, ['one', 0.1 + 0.2, '男', null, null, null, null, 1.1 * 3]]);
  expect(table.shown(0, 9).map(({ cells }) => [cells[1], cells[7]])).toEqual([['0.3', '3.3']]);
});

test('missing, surplus and repeated columns are named', async () => {
  expect(await problemOf([['账号', ' 姓 名 ', '工资', '账号'], ['a']])).toEqual({
    missing: header.slice(2),
    surplus: ['工资'],
    twice: ['账号'],
  });
});

test('a sheet without rows is refused', async () => {
  expect(await problemOf([])).toMatchObject({ detail: '没有可导入的数据行' });
  expect(await problemOf([header, exampleOf(person, choices)])).toMatchObject({ detail: '没有可导入的数据行' });
});

test('a file that is not a workbook is refused as such', async () => {
  await expect(readTable(new Uint8Array([1, 2, 3]), person, choices, () => undefined)).rejects.toBeInstanceOf(NotAWorkbook);
});
