/** A line of RFC 4180. What a spreadsheet would take for a formula gets an apostrophe before it, which spreadsheets do not show. */
export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** By this Excel knows UTF-8. */
export const byteOrderMark = '\uFEFF';

function csvCell(cell: string | number | null): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Full-width signs too: spreadsheets of East Asian settings read them as the narrow ones. Blanks before a sign are skipped by some. */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;
