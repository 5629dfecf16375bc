/** Cells that are useless on paper: checkboxes, row actions, and empty space. */
const isSilent = (cell: Element): boolean =>
  cell.matches('.ant-table-selection-column, .ant-table-cell-scrollbar, .list-actions, .list-rest') ||
  cell.querySelector('input[type=checkbox]') !== null;

/**
 * A list's table for printing: a single table of what the list currently shows, with a header repeated on every page and with full texts. Undefined
 * if it is empty.
 */
export function printTable(shown: Element): HTMLTableElement | undefined {
  const heads = [...(shown.querySelector('thead tr')?.children ?? [])];
  const rows = [...shown.querySelectorAll('tbody tr.ant-table-row')];
  const kept = heads.flatMap((head, at) => (isSilent(head) ? [] : [at]));
  if (rows.length === 0 || kept.length === 0) return undefined;
  const table = document.createElement('table');
  table.className = 'print-table';
  const head = table.createTHead().insertRow();
  for (const at of kept) {
    const cell = document.createElement('th');
    cell.textContent = textOf(heads[at]);
    head.append(cell);
  }
  const body = table.createTBody();
  for (const row of rows) {
    const line = body.insertRow();
    for (const at of kept) {
      const cell = row.children[at];
      const level = /indent-level-(\d+)/.exec(cell?.querySelector('.ant-table-row-indent')?.className ?? '')?.[1] ?? '0';
      line.insertCell().textContent = '\u3000'.repeat(Number(level)) + textOf(cell);
    }
  }
  return table;
}

/** The text of a cell, with spaces between separate parts. */
function textOf(cell: Element | undefined): string {
  if (cell === undefined) return '';
  const words: string[] = [];
  const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? '';
    if (text !== '' && node.parentElement?.closest('[aria-hidden="true"], svg') === null) words.push(text);
  }
  return words.join(' ');
}
