/** A line of RFC 4180. A cell that a spreadsheet would read as a formula is prefixed with an apostrophe, which spreadsheets do not show. */
export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** Excel recognises UTF-8 by it. */
export const byteOrderMark = '\uFEFF';

function csvCell(cell: string | number | null): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Full-width signs too: spreadsheets with East Asian settings read them as ASCII signs. Some spreadsheets skip blanks before a sign. */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;
