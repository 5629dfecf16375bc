import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scanRows } from './scan-rows.ts';

const plain = { texts: [], dates: [], from1904: false };
const xmlOf = (rows: string) => new TextEncoder().encode(`<worksheet><cols/><sheetData>${rows}</sheetData></worksheet>`);
const rowsOf = (rows: string, context = {}) =>
  [...scanRows(xmlOf(rows), { ...plain, ...context }, 4)].map(({ index, values }) => [index, values]);

describe('rows', () => {
  test('are placed by their references, or after the previous one if they have none', () => {
    expect(
      rowsOf(
        '<row r="2" spans="1:3"><c r="B2"><v>1</v></c><c><v>2</v></c></row><row><c r="A3"/><c r="C3" t="b"><v>1</v></c></row><row r="9"/>',
      ),
    ).toEqual([
      [1, [null, 1, 2]],
      [2, [null, null, true]],
      [8, []],
    ]);
  });

  test('may be written in unusual ways', () => {
    const context = { texts: ['零', '一', '二'] };
    expect(
      rowsOf("<row spans='1:2' r = '4'><c s='0' r='B4' t='s'><v >1</v></c><c t=\"s\" r=\"C4\"><f>A1</f><v>2</v></c></row>", context),
    ).toEqual([[3, [null, '一', '二']]]);
  });

  /** How often bytes of a sheet of so many of these rows are read. */
  const readsOf = (row: string, rows: number): number => {
    let reads = 0;
    const sheet = new Proxy(xmlOf(row.repeat(rows)), {
      get: (xml, name) => {
        reads += 1;
        if (name !== 'subarray') return Reflect.get(xml, name, xml);
        return (from: number, to: number) => {
          reads += to - from;
          return xml.subarray(from, to);
        };
      },
    });
    expect([...scanRows(sheet, plain, 4)]).toHaveLength(rows);
    return reads;
  };
  // If each of these caused a search to the end of the sheet, this would be sixteen times as many.
  test.each(['<row><c><v>1</v></c></row>', '<row></row>', '<row><c></c></row>', '<row><c a=1></c></row>', "<row><c r='A1'></c></row>"])(
    'are read in a number of steps that grows only with the size of the sheet: %s',
    (row) => {
      expect(readsOf(row, 400) / readsOf(row, 100)).toBeLessThan(4.1);
    },
  );

  test('may contain every kind of cell', () => {
    const context = { texts: ['零', '一'], dates: [false, true] };
    expect(
      rowsOf(
        `<row><c t='s' s='0'><v>1</v></c><c t="str"><f>A1&amp;"x"</f><v>a&lt;b</v></c><c t="e"><v>#N/A</v></c><c s="1"><f>TODAY()</f><v>46053.5</v></c></row>` +
          '<row><c t="inlineStr"><is><r><t>粗</t></r><r><rPr><b/></rPr><t xml:space="preserve"> 体</t></r></is></c><c><v></v></c><c t="s"><v>99</v></c><c t="d"><v>2026-01-31T08:00:00Z</v></c></row>',
        context,
      ),
    ).toEqual([
      [0, ['一', 'a<b', '#N/A', '2026-01-31 12:00:00']],
      [1, ['粗 体', null, null, '2026-01-31 08:00:00']],
    ]);
  });

  test.each([
    ['3.3000000000000003', 3.3],
    ['0.30000000000000004', 0.3],
    ['-1.1499999999999999', -1.15],
    ['1234567890.1234567', 1234567890.12346],
    ['100.00000000000001', 100],
    ['9007199254740991', 9007199254740991],
    ['1.7976931348623157E+308', Number.MAX_VALUE],
    ['4.9406564584124654E-324', 5e-324],
  ])('have the number %s as a spreadsheet shows it, with 15 digits', (xml, number) => {
    expect(rowsOf(`<row><c><f>A1*3</f><v>${xml}</v></c></row>`)).toEqual([[0, [number]]]);
  });

  test('are cut off after the requested columns', () => {
    expect(rowsOf('<row><c r="A1"><v>1</v></c><c r="XFD1"><v>2</v></c></row>')).toEqual([[0, [1]]]);
  });

  test('without an end are refused', () => {
    expect(() => rowsOf('<row r="1"><c><v>1</v></c>')).toThrow();
    expect(() => rowsOf('<row r="1"><c><v>1</v></row><row><c><v>2</v></c></row>')).toThrow('a cell without an end');
  });

  test('with an invalid number are refused', () => {
    expect(() => rowsOf('<row r="abc"><c><v>1</v></c></row>')).toThrow('a row without a number');
  });

  test('may be absent', () => {
    expect([...scanRows(new TextEncoder().encode('<worksheet><sheetData/></worksheet>'), plain, 4)]).toEqual([]);
    expect(rowsOf('')).toEqual([]);
  });

  test('count dates from 1904 if the workbook says so', () => {
    expect(rowsOf('<row><c s="0"><v>0</v></c></row>', { dates: [true], from1904: true })).toEqual([[0, ['1904-01-01']]]);
  });
});

describe('a cell written in any way', () => {
  const texts = ['零', 'a', ''];
  const value = fc.oneof(
    fc.nat({ max: 2 }).map((at) => ({ type: 's', xml: String(at), value: texts[at] })),
    fc.boolean().map((is) => ({ type: 'b', xml: is ? '1' : '0', value: is })),
    fc
      .string({ unit: fc.constantFrom('中', 'é', '😀', '\uFEFF', '1', '.', '-', ' ', '"', "'", '=') })
      .map((text) => ({ type: 'str', xml: text, value: text })),
    fc
      .oneof(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.integer(),
        fc.integer().map((n) => n / 100),
      )
      .map((n) => (Number.isInteger(n) ? n : Number(n.toPrecision(15))))
      .map((n) => ({ type: 'n', xml: String(n), value: Number(String(n)) })),
    fc
      .constantFrom(
        '-',
        '.',
        '1.',
        '.5',
        '-.5',
        '007',
        '1.2.3',
        '1e3',
        '+1',
        '0x1f',
        '123456789012345678',
        '0.00000000000000000000001',
        '-0',
        '-1-',
      )
      .map((xml) => ({ type: 'n', xml, value: Number.isNaN(Number(xml)) ? xml : Number(xml) })),
  );
  const cell = fc.record({
    value,
    column: fc.nat({ max: 3 }),
    quote: fc.constantFrom('"', "'"),
    space: fc.constantFrom('', ' ', '\n'),
    before: fc.constantFrom('', ' cm="1"', ' other="r>=s" t2="s"'),
    formula: fc.constantFrom('', '<f>A1&gt;"v"</f>', '<f t="shared" si="0"/>'),
    isTurned: fc.boolean(),
  });

  test('is read as the value that it contains', () => {
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1 }), (cells) => {
        const rows = cells.map(({ value: { type, xml }, column, quote, space, before, formula, isTurned }, at) => {
          const named = (name: string, text: string) => ` ${name}${space}=${space}${quote}${text}${quote}`;
          const attributes = [named('r', `${'ABCD'[column]}${at + 1}`), named('t', type)];
          return `<row${named('r', String(at + 1))}>${space}<c${before}${(isTurned ? attributes.reverse() : attributes).join('')}>${formula}<v>${xml}</v></c></row>`;
        });
        const expected = cells.map(({ value, column }, at) => [at, [...Array<null>(column).fill(null), value.value]]);
        expect(rowsOf(rows.join(''), { texts })).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });
});
