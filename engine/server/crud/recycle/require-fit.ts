import type { Resource } from '@back-office/contract/resource/resource.ts';
import { type Kysely, sql } from 'kysely';
import { conflict, type Refusal } from '../../platform/http/refusal.ts';
import { exceedsLimit, isUnfit } from '../../platform/database/database-errors.ts';
import { snake } from '../../platform/database/snake.ts';
import type { Tables } from '../../platform/database/tables.ts';

interface Misfit {
  readonly record: string;
  /** Whether it is a column of the record itself, and of no row that was deleted with it. */
  readonly own: boolean;
  readonly needed: string | null;
  readonly lost: string | null;
}

/**
 * Refuses with 40900 to restore from the recycle bin what no longer fits its table, because a migration changed that since: it would fail for good, or
 * silently lose the values of a renamed column or the rows of a renamed table. `beside` are the tables whose rows are deleted with a record. A
 * migration corrects what is kept by `rename_kept` and `rename_kept_table` (migration 0193).
 */
export async function requireFit(
  db: Kysely<Tables>,
  { table, fields }: Resource,
  ids: readonly string[],
  beside: readonly { table: string; indirect: boolean }[],
): Promise<void> {
  const tables = JSON.stringify(beside);
  const { rows } = await sql<Misfit>`SELECT * FROM kept_misfits(${ids}::uuid[], ${table}, ${tables}::json) LIMIT 1`.execute(db);
  const [misfit] = rows;
  if (misfit === undefined) return;
  const { record, own, needed, lost } = misfit;
  const field = Object.entries(fields).find(([name]) => own && snake(name) === needed)?.[1].label ?? needed;
  const why = lost === null ? `增加了必填的“${field}”` : `数据表改过，其中 ${lost} 的内容没有地方放，请联系管理员`;
  throw conflict({ conflict: 'reference', uses: [] }, `不能恢复“${record}”：删除以后${why}`);
}

/** The refusal for a restore that fails since a kept value is none of its column's, breaks a check, or is too long for an index; undefined for any other error. */
export const unfitRefusal = (error: unknown): Refusal | undefined =>
  isUnfit(error) || exceedsLimit(error)
    ? conflict({ conflict: 'reference', uses: [] }, '不能恢复：删除以后数据表改过，其中有内容不再合乎它的要求，请联系管理员')
    : undefined;
