import type { Resource } from '@back-office/contract/resource/resource.ts';
import { isId } from '@back-office/contract/resource/field-schema.ts';
import type { RecordOf } from '@back-office/contract/resource/row.ts';
import { sql } from 'kysely';
import { Refusal } from '../platform/http/refusal.ts';
import type { Context } from './context.ts';
import { columnsOf } from './record-columns.ts';
import { visible } from './visible.ts';

/** GET select/{id}: the whole record. 40400 alike for one that is gone and one that this user may not see. */
export async function select<R extends Resource>(context: Context, resource: R, id: string): Promise<RecordOf<R>> {
  const [row] = isId(id) ? await selectRows(context, resource, [id.toLowerCase()]) : [];
  if (row === undefined) throw new Refusal('gone');
  return row;
}

/** The same, held for the transaction: what is asked of the record from then on holds until the change to it is made. */
export async function selectLocked<R extends Resource>(context: Context, resource: R, id: string): Promise<RecordOf<R>> {
  const [row] = isId(id) ? await selectRows(context, resource, [id.toLowerCase()], { lock: true }) : [];
  if (row === undefined) throw new Refusal('gone');
  return row;
}

/** The visible ones of the records with these ids, in the order of `ids`; `lock` holds them for the transaction. */
export async function selectRows<R extends Resource>(
  context: Context,
  resource: R,
  ids: readonly string[],
  { lock = false } = {},
): Promise<RecordOf<R>[]> {
  const { rows } = await sql<RecordOf<R>>`
    SELECT ${columnsOf(context, resource)} FROM ${sql.table(resource.table)} t
    WHERE t.id = ANY(${ids}::uuid[]) AND ${visible(context, resource)} ORDER BY t.id ${lock ? sql`FOR UPDATE OF t` : sql``}`.execute(
    context.db,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
