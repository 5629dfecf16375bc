import { isDateFormat } from 'hucre';
import { stringText, xmlText } from './xml-text.ts';

/** The shared strings of a workbook. */
export function scanTexts(xml: string): string[] {
  const texts: string[] = [];
  const text = xml.includes('&') || xml.includes('_x') ? xmlText : (plain: string): string => plain;
  for (let at = xml.indexOf('<si'); at !== -1; at = xml.indexOf('<si', at)) {
    // The usual form: a single text, directly followed by the next.
    if (xml.startsWith(opening, at)) {
      let begin = at + opening.length;
      for (let end = xml.indexOf('<', begin); xml.startsWith(between, end); end = xml.indexOf('<', begin)) {
        texts.push(text(xml.slice(begin, end)));
        begin = end + between.length;
      }
      at = begin - opening.length;
    }
    const open = xml.indexOf('>', at);
    const end = xml[open - 1] === '/' ? open : xml.indexOf('</si>', open);
    if (end === -1) throw new Error('a text without an end');
    texts.push(stringText(xml, open, end));
    at = end;
  }
  return texts;
}

const opening = '<si><t>';
const between = `</t></si>${opening}`;

/** Numbers of the standard formats that show a date or a time. */
const dateFormats = new Set([
  14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 45, 46, 47, 50, 51, 52, 53, 54, 55, 56, 57, 58,
]);

/** Whether each style of a workbook shows dates. */
export function scanDates(xml: string): boolean[] {
  const customFormats = new Map<number, string>();
  for (const [tag] of xml.matchAll(/<numFmt\s[^>]*>/g))
    customFormats.set(Number(attribute(tag, 'numFmtId')), xmlText(attribute(tag, 'formatCode') ?? ''));
  const styles = /<cellXfs[\s\S]*?<\/cellXfs>/.exec(xml)?.[0] ?? '';
  return [...styles.matchAll(/<xf\s[^>]*>/g)].map(([tag]) => {
    const id = Number(attribute(tag, 'numFmtId') ?? 0);
    const code = customFormats.get(id);
    return code === undefined ? dateFormats.has(id) : isDateFormat(code);
  });
}

/** The value of a tag's attribute. */
export const attribute = (tag: string, name: string): string | undefined => {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag);
  return found?.[1] ?? found?.[2];
};
