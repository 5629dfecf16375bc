import { grouped } from '@back-office/contract/resource/grouped.ts';
import { templateName } from '@back-office/contract/calls/import.ts';
import type { Refusal as Issues } from '@back-office/contract/envelope.ts';
import { limits } from '@back-office/contract/limits.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { withNoRecords } from '../platform/http/record-of.ts';
import { refused, refusedField, refuseOf } from '../platform/http/refusal.ts';
import { outOfScope } from './out-of-scope.ts';
import type { Context } from './context.ts';
import { findDuplicates } from './find-duplicates.ts';
import type { Operations } from './operations.ts';
import type { Posted } from './checked.ts';
import { checkAll, requirePermission } from './save.ts';

/**
 * POST save-batch: a list of records, all or none (docs/wire.md "Generic calls"). Every issue found is returned with its row, from 0. With `dryRun`
 * nothing is written and the answer is an empty list. Call it in a transaction.
 */
export async function saveBatch(
  context: Context,
  resource: Resource,
  posted: readonly Posted[],
  { dryRun, write, guard }: { dryRun: boolean } & Pick<Operations, 'write' | 'guard'>,
): Promise<AnyRow[]> {
  if (posted.length === 0) throw refusedField('rows', '没有可保存的数据');
  if (posted.length > limits.batchRows) throw refusedField('rows', `一次最多保存 ${grouped(limits.batchRows)} 行`);
  requirePermission(context, resource, posted, 'import');
  const { checked, issues } = await checkAll(context, resource, posted.map(withoutType));
  const all: Issues['fields'] = [...wrongTypes(resource, posted), ...issues, ...(await findDuplicates(context, resource, checked))];
  // A write finds its own issues. What is to change a record, but names none or no version, is no new record.
  if (dryRun || all.length > 0) {
    const unknown = new Set(issues.flatMap(({ field, row }) => (field === 'id' || field === 'version' ? [row] : [])));
    const numbers = [...checked.keys()].filter((row) => !unknown.has(row));
    const known = checked.filter((_, row) => !unknown.has(row));
    const found = [...(await guard(context, resource, known)), ...(await outOfScope(context, resource, known))];
    // Without the refused values they may find fault once more.
    const told = new Set(all.map(({ row, field }) => `${row} ${field}`));
    const further = found.map((issue) => ({ ...issue, row: numbers[issue.row] ?? 0 }));
    all.push(...further.filter(({ row, field }) => !told.has(`${row} ${field}`)));
  }
  const reportedIssues = withNoRecords(posted, all);
  if (reportedIssues.length > 0) throw refused(reportedIssues);
  return dryRun ? [] : write(context, resource, checked).catch((error: unknown) => refuseOf(error, [...posted.keys()]));
}

/* Each row of an import names its template in `type` (docs/spec.md 5), by this system's name of it or another's. */
const withoutType = ({ type: _type, ...record }: Posted): Posted => record;

function wrongTypes(resource: Resource, posted: readonly Posted[]): Issues['fields'] {
  const names: unknown[] = [undefined, templateName(resource), resource.title, resource.name];
  return posted.flatMap(({ type }, row) => (names.includes(type) ? [] : [{ row, field: 'type', message: '无效模版！' }]));
}
