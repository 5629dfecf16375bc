import { isDateFormat, serialToDate } from 'hucre';
import { cellValue, type CellValue, type RawCell } from './cell-value.ts';
import { stringText, xmlText } from './xml-text.ts';

/** What a sheet's cells refer to. */
export interface SheetContext {
  texts: readonly string[];
  /** By the number of a style: whether its numbers are dates. */
  dates: readonly boolean[];
  from1904: boolean;
}

/** The texts that the cells of a workbook share. */
export function scanTexts(xml: string): string[] {
  const texts: string[] = [];
  const text = xml.includes('&') || xml.includes('_x') ? xmlText : (plain: string): string => plain;
  for (let at = xml.indexOf('<si'); at !== -1; at = xml.startsWith('<si', at) ? at : xml.indexOf('<si', at)) {
    // As nearly all stand: one text and nothing beside it.
    const close = xml.startsWith('<si><t>', at) ? xml.indexOf('<', at + 7) : -1;
    if (close !== -1 && xml.startsWith('</t></si>', close)) {
      texts.push(text(xml.slice(at + 7, close)));
      at = close + 9;
      continue;
    }
    const open = xml.indexOf('>', at);
    const end = xml[open - 1] === '/' ? open : xml.indexOf('</si>', open);
    if (end === -1) throw new Error('a text without an end');
    texts.push(stringText(xml, open, end));
    at = end;
  }
  return texts;
}

/** Formats that the standard numbers and that show a date or a time. */
const dateFormats = new Set([
  14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 45, 46, 47, 50, 51, 52, 53, 54, 55, 56, 57, 58,
]);

/** Which styles of a workbook show dates. */
export function scanDates(xml: string): boolean[] {
  const own = new Map<number, string>();
  for (const [tag] of xml.matchAll(/<numFmt\s[^>]*>/g))
    own.set(Number(attribute(tag, 'numFmtId')), xmlText(attribute(tag, 'formatCode') ?? ''));
  const styles = /<cellXfs[\s\S]*?<\/cellXfs>/.exec(xml)?.[0] ?? '';
  return [...styles.matchAll(/<xf\s[^>]*>/g)].map(([tag]) => {
    const id = Number(attribute(tag, 'numFmtId') ?? 0);
    const code = own.get(id);
    return code === undefined ? dateFormats.has(id) : isDateFormat(code);
  });
}

/** The value of an attribute in a tag. */
export const attribute = (tag: string, name: string): string | undefined => {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag);
  return found?.[1] ?? found?.[2];
};

/**
 * The rows of a sheet with their numbers from 0, found in its XML by searching rather than parsing, which takes a fifth
 * of the time. Only for XML without declarations, comments and prefixes (see read-workbook.ts). Cells beyond `columns` are left out.
 */
export function* scanRows(xml: string, context: SheetContext, columns: number): Generator<{ index: number; values: CellValue[] }> {
  const end = xml.indexOf('</sheetData>');
  const tag = new Tag(xml);
  let index = -1;
  for (let at = xml.indexOf('<row', xml.indexOf('<sheetData')); at !== -1 && at < end;) {
    const open = xml.indexOf('>', at);
    tag.read(at + 4, open);
    // Written otherwise, it is looked for once more.
    const number = tag.digits ?? (open - at > 6 ? attribute(xml.slice(at, open), 'r') : undefined);
    index = number === undefined ? index + 1 : Number(number) - 1;
    const empty = xml.charCodeAt(open - 1) === slash;
    const close = empty ? open : xml.indexOf('</row>', open);
    if (close === -1 || Number.isNaN(index)) throw new Error('a row without an end');
    yield { index, values: empty ? [] : scanCells(tag, open, close, context, columns) };
    at = xml.indexOf('<row', close);
  }
}

function scanCells(tag: Tag, from: number, to: number, context: SheetContext, columns: number): CellValue[] {
  const { xml } = tag;
  const values: CellValue[] = [];
  let next = 0;
  for (let at = tag.cells.from(from); at < to;) {
    const end = tag.readShared(at);
    if (end > 0) {
      put(values, columns, tag.column ?? next, context.texts[tag.text] ?? null);
      next = (tag.column ?? next) + 1;
      at = xml.startsWith('<c ', end) ? end : tag.cells.from(end);
      continue;
    }
    const open = xml.indexOf('>', at);
    tag.read(at + 2, open);
    const empty = xml.charCodeAt(open - 1) === slash;
    const close = empty ? open : xml.indexOf('</c>', open);
    if (close === -1 || close > to) throw new Error('a cell without an end');
    const column = tag.column ?? next;
    next = column + 1;
    if (!empty) put(values, columns, column, cellValue(rawCell(tag, open, close, context)));
    at = tag.cells.from(close + 1);
  }
  return values;
}

function put(values: CellValue[], columns: number, column: number, value: CellValue): void {
  if (column >= columns) return;
  while (values.length < column) values.push(null);
  values[column] = value;
}

const [quote, slash, zero, nine, greater] = [34, 47, 48, 57, 62];

/** Where the digits end that stand at `at`. */
function endOfDigits(xml: string, at: number): number {
  for (let place = at; ; place += 1) {
    const letter = xml.charCodeAt(place);
    if (!(letter >= zero && letter <= nine)) return place;
  }
}

/** Where a text comes next, of places that only grow: what is far away is found once, however often it is asked for. */
class Next {
  readonly #xml: string;
  readonly #text: string;
  #found = -1;

  constructor(xml: string, text: string) {
    this.#xml = xml;
    this.#text = text;
  }

  /** Infinity where it comes no more. */
  from(at: number): number {
    if (this.#found >= at) return this.#found;
    const found = this.#xml.indexOf(this.#text, at);
    return (this.#found = found === -1 ? Infinity : found);
  }
}

/** The attributes of the tag of a row or a cell that say something: `r`, `s` and `t`. Read letter by letter and in place: there are half a million. */
class Tag {
  readonly xml: string;
  readonly cells: Next;
  readonly values: Next;
  readonly #equals: Next;
  readonly #quotes: Next;
  readonly #apostrophes: Next;
  /** The column of a reference, 0 for A1 and 26 for AA7, or its digits alone: undefined where it has none. */
  column: number | undefined;
  digits: number | undefined;
  style = -1;
  type = '';
  /** Which of the shared texts, after `readShared`. */
  text = 0;

  constructor(xml: string) {
    this.xml = xml;
    this.cells = new Next(xml, '<c');
    this.values = new Next(xml, '<v');
    this.#equals = new Next(xml, '=');
    this.#quotes = new Next(xml, '"');
    this.#apostrophes = new Next(xml, "'");
  }

  read(from: number, to: number): void {
    const { xml } = this;
    this.column = this.digits = undefined;
    this.style = -1;
    this.type = '';
    for (let equals = this.#equals.from(from); equals < to;) {
      const begin = equals + 2;
      const end = (xml.charCodeAt(equals + 1) === quote ? this.#quotes : this.#apostrophes).from(begin);
      if (end === Infinity) return;
      if (xml.charCodeAt(equals - 2) === 32) {
        const name = xml[equals - 1];
        if (name === 'r') this.#refer(begin, end);
        else if (name === 's') this.style = Number(xml.slice(begin, end));
        else if (name === 't') this.type = xml.slice(begin, end);
      }
      equals = this.#equals.from(end);
    }
  }

  /** Reads a cell as nearly all of texts stand, `<c r="A1" s="2" t="s"><v>12</v></c>`, and gives its end; 0 where it is another. */
  readShared(at: number): number {
    const { xml } = this;
    if (!xml.startsWith('<c r="', at)) return 0;
    let place = endOfDigits(xml, this.#readColumn(at + 6));
    if (xml.startsWith('" s="', place)) place = endOfDigits(xml, place + 5);
    if (!xml.startsWith('" t="s"><v>', place)) return 0;
    place += 11;
    this.text = 0;
    for (let digit = xml.charCodeAt(place) - zero; digit >= 0 && digit <= 9; digit = xml.charCodeAt((place += 1)) - zero)
      this.text = this.text * 10 + digit;
    return xml.startsWith('</v></c>', place) && xml.charCodeAt(place - 1) !== greater ? place + 8 : 0;
  }

  #refer(begin: number, end: number): void {
    if (this.#readColumn(begin) === begin) this.digits = Number(this.xml.slice(begin, end));
  }

  /** Reads the letters of a reference, and gives where they end. */
  #readColumn(begin: number): number {
    let column = 0;
    for (let at = begin; ; at += 1) {
      const letter = this.xml.charCodeAt(at) - 64;
      if (!(letter >= 1 && letter <= 26)) {
        this.column = at > begin ? column - 1 : undefined;
        return at;
      }
      column = column * 26 + letter;
    }
  }
}

function rawCell({ xml, type, style, values }: Tag, open: number, close: number, context: SheetContext): RawCell {
  if (type === 'inlineStr') return stringText(xml, open, close);
  const value = values.from(open);
  if (value > close) return null;
  const begin = xml.indexOf('>', value) + 1;
  if (xml[begin - 2] === '/') return type === 'str' ? '' : null;
  const text = xml.slice(begin, xml.indexOf('</v>', begin));
  if (type === 's') return context.texts[Number(text)] ?? null;
  if (type === 'str' || type === 'e') return xmlText(text);
  if (type === 'b') return text === '1' || text === 'true';
  // Dates as ISO 8601, which few programs write.
  if (type === 'd')
    return xmlText(text)
      .replace('T', ' ')
      .replace(/(?:\.\d+)?Z?$/, '');
  const number = Number(text);
  if (text === '' || Number.isNaN(number)) return text === '' ? null : xmlText(text);
  return context.dates[style] === true ? serialToDate(number, context.from1904) : number;
}
