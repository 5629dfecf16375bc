/** Formats a range of cells as spreadsheets do for the clipboard; texts with tabs, line breaks or quotes are quoted. */
export const toTabSeparated = (rows: readonly (readonly string[])[]): string => rows.map((row) => row.map(quoted).join('\t')).join('\r\n');

const quoted = (text: string): string => (/[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Parses clipboard text from a spreadsheet. A quote within an unquoted text is a literal quote. */
export function fromTabSeparated(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/y;
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text);
    if (found === null) break;
    const [, inQuotes, plain = '', end] = found;
    row.push(inQuotes?.replaceAll('""', '"') ?? plain);
    if (end === '\t') {
      // A tab at the very end means one more, empty cell.
      if (cell.lastIndex === text.length) row.push('');
      continue;
    }
    rows.push(row);
    row = [];
  }
  if (row.length > 0) rows.push(row);
  return rows;
}
