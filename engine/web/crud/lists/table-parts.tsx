import type { HTMLAttributes, TableHTMLAttributes, TdHTMLAttributes } from 'react';
import { ResizableHeader } from './resizable-header.tsx';
import { WindowedBody } from './windowed-body.tsx';

/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- a table's other role removes those of its parts */
// antd renders a sticky header as a separate table. Roles join the two into one table (`useOneTable`): otherwise a screen
// reader would announce no header at a cell.
const Plain = (props: TableHTMLAttributes<HTMLTableElement>) => <table {...props} role="none" />;
const Head = (props: HTMLAttributes<HTMLTableSectionElement>) => <thead {...props} role="rowgroup" />;
const Row = (props: HTMLAttributes<HTMLTableRowElement>) => <tr {...props} role="row" />;
const Cell = (props: TdHTMLAttributes<HTMLTableCellElement>) => <td {...props} role="cell" />;

/** The element overrides of antd's table in a list. */
export const tableParts = {
  table: Plain,
  header: { table: Plain, wrapper: Head, row: Row, cell: ResizableHeader },
  body: { wrapper: WindowedBody, row: Row, cell: Cell },
};
