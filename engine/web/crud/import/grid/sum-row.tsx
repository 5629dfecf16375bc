interface SumRowProps {
  sums: readonly (string | null)[];
  /** Its place among the grid's rows, from 1. */
  at: number;
}

/** The row 合计: sums of numeric columns, `--` elsewhere (docs/spec.md 5). */
export const SumRow = ({ sums, at }: SumRowProps) => (
  <div className="import-foot" role="rowgroup">
    <div role="row" aria-rowindex={at} className="import-row">
      <span role="rowheader" aria-colindex={1} className="import-number">
        合计
      </span>
      {sums.map((sum, column) => (
        // Columns are never reordered.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={column} role="gridcell" aria-colindex={column + 2} className="import-cell" data-figure={sum !== null}>
          {sum ?? '--'}
        </span>
      ))}
      <span className="import-cell" aria-hidden />
    </div>
  </div>
);
