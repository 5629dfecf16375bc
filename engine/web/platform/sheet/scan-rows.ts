import { serialToDate } from 'hucre';
import { cellValue, type CellValue, type RawCell } from './cell-value.ts';
import { stringText, xmlText } from './xml-text.ts';

/** The parts of a workbook that cells refer to. */
export interface SheetContext {
  texts: readonly string[];
  /** By style number: whether its numbers are dates. */
  dates: readonly boolean[];
  from1904: boolean;
}

interface ScannedRow {
  index: number;
  values: CellValue[];
}

/**
 * The rows of a sheet with their numbers from 0, read tag by tag from the bytes of its XML: decoding it to text first would take time, and access to
 * its characters is slower. Only for XML without declarations, comments and prefixes (see open-plain-sheet.ts). Cells beyond `columns` are left out.
 */
export function* scanRows(xml: Uint8Array, context: SheetContext, columns: number): Generator<ScannedRow> {
  const tags = new Tags(xml);
  do tags.next();
  while (tags.name !== names.sheetData);
  if (tags.isEmpty) return;
  let index = -1;
  for (tags.next(); tags.name !== names.endOfSheetData; tags.next()) {
    if (tags.name !== names.row) continue;
    index = tags.row === none ? index + 1 : tags.row - 1;
    if (Number.isNaN(index)) throw new Error('a row without a number');
    yield { index, values: tags.isEmpty ? [] : readCells(tags, context, columns) };
  }
}

function readCells(tags: Tags, context: SheetContext, columns: number): CellValue[] {
  const values: CellValue[] = [];
  let next = 0;
  for (tags.next(); tags.name !== names.endOfRow; tags.next()) {
    if (tags.name !== names.cell) continue;
    const column = tags.column === none ? next : tags.column;
    next = column + 1;
    if (tags.isEmpty) continue;
    const value = cellValue(readCell(tags, context));
    if (column >= columns) continue;
    while (values.length < column) values.push(null);
    values[column] = value;
  }
  return values;
}

function readCell(tags: Tags, context: SheetContext): RawCell {
  const { type, style, end: begin } = tags;
  let value: RawCell | undefined;
  for (tags.next(); tags.name !== names.endOfCell; tags.next()) {
    if (tags.name === names.endOfRow) throw new Error('a cell without an end');
    if (tags.name === names.value) value ??= tags.isEmpty ? (type === 'str' ? '' : null) : readValue(tags, type, style, context);
  }
  if (type !== 'inlineStr') return value ?? null;
  const inline = tags.text(begin, tags.begin);
  return stringText(inline, 0, inline.length);
}

/** The value in a `<v>`. */
function readValue(tags: Tags, type: string, style: number, context: SheetContext): RawCell {
  const number = tags.readNumber();
  if (type === 's') return context.texts[number] ?? null;
  if (type === 'b') return number === 1 || tags.content === 'true';
  if (type === 'str' || type === 'e') return xmlText(tags.content);
  // Dates as ISO 8601, which few programs write.
  if (type === 'd')
    return xmlText(tags.content)
      .replace('T', ' ')
      .replace(/(?:\.\d+)?Z?$/, '');
  if (Number.isNaN(number)) return tags.content === '' ? null : xmlText(tags.content);
  return context.dates[style] === true ? serialToDate(number, context.from1904) : number;
}

const none = -1;
const [space, quote, apostrophe, minus, point, slash, zero, less, equals, greater] = [32, 34, 39, 45, 46, 47, 48, 60, 61, 62];
const [r, s, t] = [114, 115, 116];

/** A tag name as a number, made of its last four letters: these are unique among the names below. */
const packName = (name: string): number => new TextEncoder().encode(name).reduce((packed, letter) => (packed << 8) | letter, 0);
const names = {
  sheetData: packName('sheetData'),
  endOfSheetData: packName('/sheetData'),
  row: packName('row'),
  endOfRow: packName('/row'),
  cell: packName('c'),
  endOfCell: packName('/c'),
  value: packName('v'),
};

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Iterates over the tags of an XML, and parses row and cell attributes in place: there are half a million. */
class Tags {
  readonly #xml: Uint8Array;
  /** Offsets of the tag's start and end. */
  begin = 0;
  end = 0;
  name = 0;
  /** Whether it is self-closing: `<v/>`. */
  isEmpty = false;
  /** From its reference: column 0 and row 1 for A1. */
  column = none;
  row = none;
  style = none;
  type = '';

  constructor(xml: Uint8Array) {
    this.#xml = xml;
  }

  /** Advances to the next tag. */
  next(): void {
    const xml = this.#xml;
    this.begin = this.#endOfText();
    let at = this.begin + 1;
    // The slash of an end tag is part of its name.
    let name = xml[at] ?? greater;
    let letter = xml[(at += 1)] ?? greater;
    for (; letter > space && letter !== slash && letter !== greater; letter = xml[(at += 1)] ?? greater) name = (name << 8) | letter;
    this.name = name;
    this.column = none;
    this.row = none;
    this.style = none;
    this.type = '';
    for (; letter !== greater; letter = xml[(at += 1)] ?? greater)
      if (letter === quote || letter === apostrophe) at = this.#readAttribute(at, letter);
    this.isEmpty = xml[at - 1] === slash;
    this.end = at + 1;
  }

  text(from: number, to: number): string {
    return decoder.decode(this.#xml.subarray(from, to));
  }

  /** The text after the tag. */
  get content(): string {
    return this.text(this.end, this.#endOfText());
  }

  /** The number after the tag; NaN if there is another text or none. */
  readNumber(): number {
    const xml = this.#xml;
    const isNegative = xml[this.end] === minus;
    let at = isNegative ? this.end + 1 : this.end;
    let value = 0;
    let digits = 0;
    // Ten to the power of the number of decimals; 0 without a decimal point.
    let scale = 0;
    for (; ; at += 1) {
      const digit = (xml[at] ?? less) - zero;
      if (digit >= 0 && digit <= 9) {
        value = value * 10 + digit;
        scale *= 10;
        digits += 1;
      } else if (digit === point - zero && scale === 0) scale = 1;
      else break;
    }
    // Within these limits both are exact, and so is their quotient.
    if (xml[at] === less && digits > 0 && value < 1e15 && scale <= 1e22) {
      const number = scale === 0 ? value : value / scale;
      return isNegative ? -number : number;
    }
    const { content } = this;
    return content === '' ? Number.NaN : Number(content);
  }

  /** The offset at which the text after the tag ends. */
  #endOfText(): number {
    const xml = this.#xml;
    for (let at = this.end; at < xml.length; at += 1) if (xml[at] === less) return at;
    throw new Error('a sheet without an end');
  }

  /** Reads the attribute whose value starts at this quotation mark, and returns the offset of its end. */
  #readAttribute(open: number, mark: number): number {
    const xml = this.#xml;
    let end = open + 1;
    while (end < xml.length && xml[end] !== mark) end += 1;
    const sign = this.#skipSpaces(open - 1);
    const name = this.#skipSpaces(sign - 1);
    if (xml[sign] !== equals || (xml[name - 1] ?? 0) > space) return end;
    if (xml[name] === r) this.#refer(open + 1);
    else if (xml[name] === s) this.style = this.#digits(open + 1);
    else if (xml[name] === t) this.type = end === open + 2 ? String.fromCharCode(xml[open + 1] ?? 0) : this.text(open + 1, end);
    return end;
  }

  /** The offset of the last non-space character at or before `from`. */
  #skipSpaces(from: number): number {
    let at = from;
    while ((this.#xml[at] ?? less) <= space) at -= 1;
    return at;
  }

  #refer(begin: number): void {
    let at = begin;
    let column = 0;
    for (let letter = (this.#xml[at] ?? 0) - 64; letter >= 1 && letter <= 26; letter = (this.#xml[(at += 1)] ?? 0) - 64)
      column = column * 26 + letter;
    this.column = column - 1;
    const digits = this.#digits(at);
    this.row = digits === none ? Number.NaN : digits;
  }

  /** The number whose digits start here. */
  #digits(begin: number): number {
    let at = begin;
    let number = 0;
    for (let digit = (this.#xml[at] ?? 0) - zero; digit >= 0 && digit <= 9; digit = (this.#xml[(at += 1)] ?? 0) - zero)
      number = number * 10 + digit;
    return at === begin ? none : number;
  }
}
