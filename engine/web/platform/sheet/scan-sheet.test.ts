import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scanDates, scanTexts } from './scan-sheet.ts';
import { xmlText } from './xml-text.ts';

test('shared strings join their runs and omit phonetic readings', () => {
  expect(
    scanTexts(
      '<sst count="4"><si><t>a</t></si><si><r><t>东</t></r><r><t xml:space="preserve">京 </t></r><rPh sb="0" eb="1"><t>とう</t></rPh><phoneticPr fontId="1"/></si><si/><si><t/></si><si><t>_x000D_&#10;&amp;lt;</t></si></sst>',
    ),
  ).toEqual(['a', '东京 ', '', '', '\r\n&lt;']);
});

test('shared strings are returned as they were written, in order', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '中', 'é', '😀', '>', '/', 't', 's') });
  const written = [
    (one: string) => `<si><t>${one}</t></si>`,
    (one: string) => `<si><t xml:space="preserve">${one}</t></si>`,
    (one: string) => `<si><t>${one}</t><phoneticPr fontId="1"/></si>`,
    (one: string) => `<si><r><t>${one}</t></r></si>`,
    (one: string) => `\n<si><t>${one}</t></si>\n`,
    (one: string) => `<si>\n<t>${one}</t></si>`,
  ];
  fc.assert(
    fc.property(fc.array(fc.tuple(text, fc.oneof(fc.constant(0), fc.nat({ max: written.length - 1 })))), (texts) => {
      const items = texts.map(([one, how]) => written[how]?.(one)).join('');
      expect(scanTexts(`<sst count="9">${items}</sst>`)).toEqual(texts.map(([one]) => one));
    }),
    { numRuns: 500 },
  );
});

test('date styles are recognised by their number or their own format', () => {
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
])('decodes %s to %s', (xml, text) => {
  expect(xmlText(xml)).toBe(text);
});
