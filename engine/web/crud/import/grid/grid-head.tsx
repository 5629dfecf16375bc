import type { SheetColumn } from '@back-office/contract/sheet-columns.ts';

/** The headers of the grid; a star marks required columns. */
export const GridHead = ({ columns }: { columns: readonly SheetColumn[] }) => (
  <div className="import-head" role="rowgroup">
    <div role="row" aria-rowindex={1} className="import-row">
      <span role="columnheader" aria-colindex={1} className="import-number">
        行
      </span>
      {columns.map(({ prop, label, required, summary }, at) => (
        <span key={prop} role="columnheader" aria-colindex={at + 2} className="import-cell" data-figure={summary}>
          {required && <span className="import-star">*</span>}
          {label}
        </span>
      ))}
      <span role="columnheader" aria-colindex={columns.length + 2} className="import-cell" aria-label="操作" />
    </div>
  </div>
);
