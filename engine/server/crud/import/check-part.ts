import { isFormulaError, type ImportIssue } from '@back-office/contract/calls/import.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { uniqueKeysOf } from '../../platform/database/unique-keys.ts';
import type { Context } from '../context.ts';
import { findDuplicates } from '../find-duplicates.ts';
import type { Operations } from '../operations.ts';
import type { Checked } from '../checked.ts';
import { checkAll } from '../save.ts';
import { duplicateMessage } from '../unique.ts';
import { findTargets } from './find-targets.ts';
import { outOfScope } from '../out-of-scope.ts';
import { repeatsIn, rowsNamed } from './import-store.ts';
import type { StagedRow } from './staged-row.ts';

/** Staged rows after their checks. */
interface CheckedPart {
  readonly checked: readonly Checked[];
  readonly issues: readonly ImportIssue[];
}

/**
 * Checks staged rows as a save would: the declaration, names and references, unique values in the file and in the table, rights and data scope.
 * Runs one query per kind of check, and reports at most one issue per field of a row. `seen` carries the unique keys over to the next part.
 */
export async function checkPart(
  context: Context,
  resource: Resource,
  staged: readonly StagedRow[],
  { guard, importId, seen }: { guard: Operations['guard']; importId: string; seen: Set<string> },
): Promise<CheckedPart> {
  const rows = staged.map(({ rowNo }) => rowNo);
  const found = await findTargets(context, resource, staged, (...asked) => rowsNamed(context.db, importId, ...asked));
  const { checked, issues } = await checkAll(context, resource, found.values, {
    ids: staged.map(({ recordId }) => recordId),
    pending: found.pending,
  });
  const late = [
    ...issues,
    ...(await guard(context, resource, checked)),
    ...(await outOfScope(context, resource, checked)),
    ...(await findDuplicates(context, resource, checked, seen)),
  ].map((issue): ImportIssue => ({ ...issue, row: rows[issue.row] ?? 0 }));
  const caseless = (await uniqueKeysOf(context.db, resource)).map((unique) => unique.caseless);
  const repeats = (await repeatsIn(context.db, importId, rows, caseless)).map(({ rowNo, key }): ImportIssue => {
    const names = resource.unique[key] ?? [];
    return { row: rowNo, field: names.at(-1) ?? '', message: `${duplicateMessage(resource, names)}（与文件中的其他行重复）` };
  });
  const failed = staged.flatMap(({ rowNo: row, values }) =>
    Object.entries(values).flatMap(([field, cell]) => (isFormulaError(cell) ? { row, field, message: `公式出错：${cell}` } : [])),
  );
  return { checked, issues: firstOfEach([...failed, ...found.issues, ...late, ...repeats]) };
}

/** The first issue of each field of each row, in the rows' order. */
function firstOfEach(issues: readonly ImportIssue[]): ImportIssue[] {
  const seen = new Set<string>();
  const first = issues.filter(({ row, field }) => {
    const key = `${row} ${field}`;
    return !seen.has(key) && seen.add(key);
  });
  return first.sort((one, other) => one.row - other.row);
}
