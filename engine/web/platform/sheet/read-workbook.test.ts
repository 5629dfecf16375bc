import { write, utils, type BookType } from '@e965/xlsx';
import fc from 'fast-check';
import { streamXlsxRows, writeXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { cellValue, type CellValue } from './cell-value.ts';
import { NotAWorkbook, readRows, readSheets } from './read-workbook.ts';

const rowsOf = async (bytes: Uint8Array<ArrayBuffer>): Promise<CellValue[][]> => {
  const rows: CellValue[][] = [];
  await readRows(bytes, 0, (row) => rows.push(row) < 0);
  return rows;
};

/** A workbook as written by another program. */
const made = (rows: unknown[][], bookType: BookType, bookSST = false): Uint8Array<ArrayBuffer> => {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows, { UTC: true }), '数据');
  return new Uint8Array(write(book, { type: 'buffer', bookType, compression: true, cellDates: false, bookSST }) as Buffer);
};

describe.each(['xlsx', 'xls'] as const)('an .%s file', (type) => {
  test('yields texts, numbers and dates as they are', async () => {
    const bytes = made(
      [
        ['账号', '数', '文本数', '日期', '时间', '真'],
        [
          '张三\n<img src=x onerror=alert(1)>',
          -1.25e-7,
          '00123',
          new Date(Date.UTC(2026, 0, 31)),
          new Date(Date.UTC(2026, 0, 31, 8, 0, 1)),
          true,
        ],
        ['__proto__', 1e308, '=1+1', null, null, false],
      ],
      type,
    );
    expect(await rowsOf(bytes)).toEqual([
      ['账号', '数', '文本数', '日期', '时间', '真'],
      ['张三\n<img src=x onerror=alert(1)>', -1.25e-7, '00123', '2026-01-31', '2026-01-31 08:00:01', true],
      expect.arrayContaining(['__proto__', 1e308, '=1+1', false]),
    ]);
  });

  test('yields the saved value of a formula', async () => {
    const sheet = utils.aoa_to_sheet([[1]]);
    Object.assign(sheet, { '!ref': 'A1:B1', B1: { t: 'n', v: 3, f: 'A1*3' } });
    const book = { SheetNames: ['a'], Sheets: { a: sheet } };
    expect(await rowsOf(new Uint8Array(write(book, { type: 'buffer', bookType: type }) as Buffer))).toEqual([[1, 3]]);
  });

  test('that is truncated is refused', async () => {
    const bytes = made([['a'], ...Array.from({ length: 2000 }, (_, at) => [`text ${at} ${Math.sin(at)}`])], type);
    for (const part of [0.2, 0.6, 0.95]) {
      await expect(rowsOf(bytes.slice(0, Math.round(bytes.length * part)))).rejects.toBeInstanceOf(NotAWorkbook);
    }
  });

  test('with ten thousand ASCII and Chinese texts is read completely', async () => {
    const rows = Array.from({ length: 10_000 }, (_, at) => [`ascii ${at}`, `中文 ${at}${'字'.repeat(at % 40)}`]);
    expect(await rowsOf(made(rows, type))).toEqual(rows);
  });
});

test.each([true, false])('the sheet to import is read exactly as the library reads it, with shared strings: %s', async (isShared) => {
  const day = fc.date({ min: new Date('1901-01-01'), max: new Date('2200-01-01'), noInvalidDate: true });
  const cell = fc.oneof(
    fc.string(),
    fc.string({ unit: 'grapheme' }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.boolean(),
    day,
    fc.constant(null),
  );
  const rows = fc.sample(fc.array(cell, { minLength: 1, maxLength: 30, size: 'max' }), 1000);
  const bytes = made(rows, 'xlsx', isShared);
  const theirs: CellValue[][] = [];
  for await (const { values } of streamXlsxRows(bytes, { sheet: 0 })) theirs.push(values.map(cellValue));
  expect(await rowsOf(bytes)).toEqual(theirs);
});

describe('a workbook', () => {
  test('is read sheet by sheet, without hidden sheets', async () => {
    const bytes = await writeXlsx({
      sheets: [
        { name: '一', rows: [['a', 1]] },
        { name: '藏', rows: [['b']], hidden: true },
        { name: '二', rows: [] },
      ],
    });
    expect(await readSheets(bytes)).toEqual([
      { name: '一', rows: [['a', 1]], columns: 2, more: false },
      { name: '二', rows: [], columns: 0, more: false },
    ]);
  });

  test.each([
    ['nothing', new Uint8Array()],
    ['a text', new TextEncoder().encode('账号,姓名\n')],
    ['a web page', new TextEncoder().encode('<table><tr><td>1</td></tr></table>')],
    ['the beginning of an archive', new Uint8Array([0x50, 0x4b, 3, 4])],
    ['the beginning of an old workbook', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0])],
  ])('that is actually %s is refused', async (_what, bytes) => {
    await expect(rowsOf(bytes)).rejects.toBeInstanceOf(NotAWorkbook);
    await expect(readSheets(bytes)).rejects.toBeInstanceOf(NotAWorkbook);
  });
});
