import type { SheetColumn } from '@back-office/contract/sheet-columns.ts';

interface GridHeadProps {
  columns: readonly SheetColumn[];
  template: string;
  width: number;
}

/** The headers of the grid; a star marks what must be filled in. */
export const GridHead = ({ columns, template, width }: GridHeadProps) => (
  <div className="import-head" role="rowgroup" style={{ width }}>
    <div role="row" aria-rowindex={1} className="import-row" style={{ gridTemplateColumns: template }}>
      <span role="columnheader" aria-colindex={1} className="import-number">
        行
      </span>
      {columns.map(({ prop, label, required }, at) => (
        <span key={prop} role="columnheader" aria-colindex={at + 2} className="import-cell">
          {required && <span className="import-star">*</span>}
          {label}
        </span>
      ))}
      <span role="columnheader" aria-colindex={columns.length + 2} className="import-cell" aria-label="操作" />
    </div>
  </div>
);
