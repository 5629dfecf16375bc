import type { HTMLAttributes, TableHTMLAttributes, TdHTMLAttributes } from 'react';
import { ResizableHeader } from './resizable-header.tsx';
import { WindowedBody } from './windowed-body.tsx';

/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- a `table` with another role takes them from its parts */
// antd draws a heading that sticks as a table of its own. Said by roles, both are one table (`useOneTable`): otherwise who
// listens would hear no heading at a cell.
const Plain = (props: TableHTMLAttributes<HTMLTableElement>) => <table {...props} role="none" />;
const Head = (props: HTMLAttributes<HTMLTableSectionElement>) => <thead {...props} role="rowgroup" />;
const Row = (props: HTMLAttributes<HTMLTableRowElement>) => <tr {...props} role="row" />;
const Cell = (props: TdHTMLAttributes<HTMLTableCellElement>) => <td {...props} role="cell" />;

/** What antd's table is made of in a list. */
export const tableParts = {
  table: Plain,
  header: { table: Plain, wrapper: Head, row: Row, cell: ResizableHeader },
  body: { wrapper: WindowedBody, row: Row, cell: Cell },
};
