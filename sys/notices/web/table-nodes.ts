import { Node, type CommandProps } from '@tiptap/react';
import { type Command, TextSelection } from '@tiptap/pm/state';
import { addRowAfter, goToNextCell, isInTable, tableEditing } from '@tiptap/pm/tables';

declare module '@tiptap/react' {
  interface Commands<ReturnType> {
    noticeTable: {
      /** Inserts a table of three rows, the first a header, at the caret. */
      insertTable: () => ReturnType;
      /** Runs a command of the table library. */
      inTable: (command: Command) => ReturnType;
    };
  }
}

/** Roles by which the table library recognises the nodes. */
const roles: Readonly<Record<string, string>> = { table: 'table', tableRow: 'row', tableHeader: 'header_cell', tableCell: 'cell' };
const size = { rows: 3, columns: 3 };

/** Tables as notices can contain them (contract, notice-html.ts): without widths and styles, which the server would remove. */
const Table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: () => ['table', ['tbody', 0]],
  addCommands: () => ({
    insertTable: () => insertTable,
    inTable:
      (command) =>
      ({ state, dispatch, view }) =>
        command(state, dispatch, view),
  }),
  addKeyboardShortcuts() {
    const run = (command: Command): boolean => command(this.editor.state, this.editor.view.dispatch, this.editor.view);
    return {
      Tab: () => run(goToNextCell(1)) || (isInTable(this.editor.state) && run(addRowAfter) && run(goToNextCell(1))),
      'Shift-Tab': () => run(goToNextCell(-1)),
    };
  },
  extendNodeSchema: ({ name }) => ({ tableRole: roles[name] }),
  addProseMirrorPlugins: () => [tableEditing()],
});

/** A row stores which section it belongs to, since the library's tables consist of rows only. */
const TableRow = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)*',
  addAttributes: () => ({
    head: { default: false, parseHTML: (row) => row.parentElement?.tagName === 'THEAD', renderHTML: flag('data-head', 'head') },
    // The first row of a section other than the table's first.
    begins: {
      default: false,
      parseHTML: (row) => row.previousElementSibling === null && row.parentElement?.previousElementSibling?.tagName !== undefined,
      renderHTML: flag('data-begins', 'begins'),
    },
  }),
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: ({ HTMLAttributes }) => ['tr', HTMLAttributes, 0],
});

const flag = (name: string, attribute: string) => (attributes: Record<string, unknown>) =>
  attributes[attribute] === true ? { [name]: '' } : {};

const cell = (name: 'tableCell' | 'tableHeader', tag: 'td' | 'th') =>
  Node.create({
    name,
    content: 'block+',
    isolating: true,
    addAttributes: () => ({ colspan: span('colspan'), rowspan: span('rowspan'), colwidth: { default: null, rendered: false } }),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  });

const span = (name: 'colspan' | 'rowspan') => ({
  default: 1,
  parseHTML: (element: HTMLElement) => Math.max(1, Number.parseInt(element.getAttribute(name) ?? '1', 10) || 1),
  renderHTML: (attributes: Record<string, unknown>) => (attributes[name] === 1 ? {} : { [name]: attributes[name] }),
});

function insertTable({ state, tr, dispatch }: CommandProps): boolean {
  if (dispatch === undefined) return true;
  const { table, tableRow, tableHeader, tableCell } = state.schema.nodes;
  if (table === undefined || tableRow === undefined || tableHeader === undefined || tableCell === undefined) return false;
  const rows = Array.from({ length: size.rows }, (_row, at) =>
    tableRow.create(
      null,
      Array.from({ length: size.columns }, () => (at === 0 ? tableHeader : tableCell).createAndFill()).filter((node) => node !== null),
    ),
  );
  const before = state.selection.from;
  tr.replaceSelectionWith(table.create(null, rows));
  tr.setSelection(TextSelection.near(tr.doc.resolve(before + 1))).scrollIntoView();
  return true;
}

export const tableNodes = [Table, TableRow, cell('tableHeader', 'th'), cell('tableCell', 'td')];
