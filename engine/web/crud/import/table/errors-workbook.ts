import { writeXlsx } from 'hucre/xlsx';
import { reasonLabel } from './match-columns.ts';
import type { SheetTable } from './sheet-table.ts';
import { header, templateSheet } from './template-workbook.ts';

/** Writes the invalid rows to a workbook with a column of reasons; once fixed, it can be imported as it is. */
export function errorsWorkbook(table: SheetTable): Promise<Uint8Array> {
  const { columns } = table;
  const reasons = { label: reasonLabel, prop: '', width: 420, required: false, disabled: true, summary: false };
  const all = [...columns, reasons];
  const rows = table.invalidRows.map((row) => [...row.cells, [...new Set((table.issuesOf(row) ?? []).filter(Boolean))].join('；')]);
  return writeXlsx({ sheets: [{ ...templateSheet(table.resource.title, all), rows: [all.map(header), ...rows] }] });
}
