import { describe, expect, test } from 'vitest';
import { scanDates, scanRows, scanTexts } from './scan-sheet.ts';
import { xmlText } from './xml-text.ts';

const rowsOf = (rows: string, context = {}) =>
  [
    ...scanRows(`<worksheet><cols/><sheetData>${rows}</sheetData></worksheet>`, { texts: [], dates: [], from1904: false, ...context }, 4),
  ].map(({ index, values }) => [index, values]);

describe('rows', () => {
  test('stand where their references say, and without one behind the last', () => {
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

  // Looked for from each of them to the end of the sheet, these would take minutes.
  test.each(['<row><c><v>1</v></c></row>', '<row></row>', '<row><c></c></row>', '<row><c a=1></c></row>', "<row><c r='A1'></c></row>"])(
    'take a time that grows with the sheet alone: %s',
    (row) => {
      const begin = performance.now();
      expect(rowsOf(row.repeat(100_000))).toHaveLength(100_000);
      expect(performance.now() - begin).toBeLessThan(5_000);
    },
  );

  test('hold every kind of cell', () => {
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

  test('are cut at the columns that are wanted', () => {
    expect(rowsOf('<row><c r="A1"><v>1</v></c><c r="XFD1"><v>2</v></c></row>')).toEqual([[0, [1]]]);
  });

  test('that have no end are refused', () => {
    expect(() => rowsOf('<row r="1"><c><v>1</v></c>')).toThrow();
    expect(() => rowsOf('<row r="1"><c><v>1</v></row>')).toThrow();
  });

  test('count from 1904 where the workbook says so', () => {
    expect(rowsOf('<row><c s="0"><v>0</v></c></row>', { dates: [true], from1904: true })).toEqual([[0, ['1904-01-01']]]);
  });
});

test('shared texts join their runs and leave the readings out', () => {
  expect(
    scanTexts(
      '<sst count="4"><si><t>a</t></si><si><r><t>东</t></r><r><t xml:space="preserve">京 </t></r><rPh sb="0" eb="1"><t>とう</t></rPh><phoneticPr fontId="1"/></si><si/><si><t/></si><si><t>_x000D_&#10;&amp;lt;</t></si></sst>',
    ),
  ).toEqual(['a', '东京 ', '', '', '\r\n&lt;']);
});

test('styles that show dates are known by their number or their own format', () => {
  expect(
    scanDates(
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy&quot;年&quot;m&quot;月&quot;"/><numFmt numFmtId="165" formatCode="0.00"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14" fontId="1"/><xf numFmtId="164"><alignment/></xf><xf numFmtId="165"/></cellXfs></styleSheet>',
    ),
  ).toEqual([false, true, true, false]);
});

test.each([
  ['&lt;b&gt; &amp;amp; &quot;&apos;', '<b> &amp; "\''],
  ['&#x4E2D;&#25991;', '中文'],
  ['&unknown; & &#x110000;', '&unknown; & '],
])('%s is %s', (xml, text) => {
  expect(xmlText(xml)).toBe(text);
});
