import type { ArchiveEntry } from './check-archive.ts';
import type { CellValue } from './cell-value.ts';
import { scanRows } from './scan-rows.ts';
import { attribute, scanDates, scanTexts } from './scan-sheet.ts';
import { sheetLimits } from './sheet-limits.ts';
import { unpack } from './unpack.ts';

type Rows = Generator<{ index: number; values: CellValue[] }>;

/**
 * The rows of a sheet in an .xlsx as written by all usual programs; undefined for unusual XML, which needs a parser. Throws if the file is damaged.
 */
export async function openPlainSheet(
  bytes: Uint8Array<ArrayBuffer>,
  entries: readonly ArchiveEntry[],
  sheet: number,
): Promise<Rows | undefined> {
  const readPart = async (name: string): Promise<Uint8Array> => {
    const entry = entries.find((one) => one.name === name);
    return entry === undefined ? new Uint8Array() : unpack(bytes, entry);
  };
  const [workbook, relations] = await Promise.all([readPart('xl/workbook.xml'), readPart('xl/_rels/workbook.xml.rels')]);
  const target = targetOf(decode(workbook), decode(relations), sheet);
  if (target === undefined) return undefined;
  const [xml, texts, styles] = await Promise.all([readPart(target), readPart('xl/sharedStrings.xml'), readPart('xl/styles.xml')]);
  if (!isPlain(xml) || ![texts, styles].every((one) => one.length === 0 || isPlain(one))) return undefined;
  const from1904 = /<workbookPr\s[^>]*date1904\s*=\s*["'](?:1|true)/.test(decode(workbook));
  return scanRows(xml, { texts: scanTexts(decode(texts)), dates: scanDates(decode(styles)), from1904 }, sheetLimits.columns);
}

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

function targetOf(workbook: string, relations: string, sheet: number): string | undefined {
  const tag = [...workbook.matchAll(/<sheet\s[^>]*>/g)][sheet]?.[0] ?? '';
  const id = attribute(tag, 'r:id');
  const relation =
    [...relations.matchAll(/<Relationship\s[^>]*>/g)].find(([one]) => id !== undefined && attribute(one, 'Id') === id)?.[0] ?? '';
  const target = attribute(relation, 'Target');
  if (target === undefined || target.includes('..') || attribute(relation, 'Type')?.endsWith('/worksheet') !== true) return undefined;
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
}

/** Without declarations, comments, CDATA and prefixed names, and with an end: a search for tags would misread these. */
const isPlain = (xml: Uint8Array): boolean =>
  !hasDeclaration(xml) &&
  /^\s*(?:<\?xml[^>]*\?>)?\s*<(?:worksheet|sst|styleSheet)[\s>]/.test(decode(xml.subarray(0, 1000))) &&
  /<\/(?:worksheet|sst|styleSheet)>\s*$|<sst[^>]*\/>\s*$/.test(decode(xml.subarray(-400)));

/** Whether `<!` occurs: searching for its rare second character takes a fraction of the time. */
function hasDeclaration(xml: Uint8Array): boolean {
  for (let at = xml.indexOf(33); at !== -1; at = xml.indexOf(33, at + 1)) if (xml[at - 1] === 60) return true;
  return false;
}
