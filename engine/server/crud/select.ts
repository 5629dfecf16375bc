import type { Resource } from '@back-office/contract/resource/resource.ts';
import { isId } from '@back-office/contract/resource/field-schema.ts';
import type { RecordOf } from '@back-office/contract/resource/row.ts';
import { type RawBuilder, sql } from 'kysely';
import { statementFor } from '../platform/database/statement.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { amongIds } from './among-ids.ts';
import type { Context } from './context.ts';
import { columnsOf } from './record-columns.ts';
import { visible } from './visible.ts';

const locks = { values: 'NO KEY UPDATE', shared: 'SHARE' };

/**
 * The whole record, as GET select/{id} returns it. Refuses with 40400 whether the record is gone or hidden from this user.
 * @example
 * export async function daysLeft(context: Context, id: string): Promise<number> {
 *   const { endDate } = await select(context, agreement, id);
 *   return Math.ceil((Date.parse(endDate) - Date.now()) / 86_400_000);
 * }
 */
export async function select<R extends Resource>(context: Context, resource: R, id: string): Promise<RecordOf<R>> {
  const [row] = isId(id) ? await selectRows(context, resource, [id.toLowerCase()]) : [];
  if (row === undefined) throw new Refusal('gone');
  return row;
}

/**
 * The same, locked for the transaction: what the caller checks of the record still holds when it changes it.
 * @example
 * const lockedName = async (context: Context, id: string) => (await selectLocked(context, org, id)).orgName;
 */
export async function selectLocked<R extends Resource>(context: Context, resource: R, id: string): Promise<RecordOf<R>> {
  const [row] = isId(id) ? await selectRows(context, resource, [id.toLowerCase()], { lock: true }) : [];
  if (row === undefined) throw new Refusal('gone');
  return row;
}

/**
 * The records with these ids that the user sees, in the order of `ids`; for rules give it `seeingAll(context)`. `lock` locks them for the
 * transaction, `'values'` lets others still refer to them, `'shared'` only waits for those who are changing them.
 * @example
 * const partiesOf = (context: Context, agreements: readonly RowOf<typeof agreement>[]) =>
 *   selectRows(context, party, [...new Set(agreements.map(({ acmePartyId }) => acmePartyId))]);
 */
export async function selectRows<R extends Resource>(
  context: Context,
  resource: R,
  ids: readonly string[],
  { lock = false }: { lock?: boolean | 'values' | 'shared' } = {},
): Promise<RecordOf<R>[]> {
  const { rights, scopes, userId } = context.user;
  const { key, holds, values } = amongIds(ids);
  const locking = sql.raw(lock ? `FOR ${lock === true ? 'UPDATE' : locks[lock]} OF t` : '');
  const statement = (part: string, columns: () => RawBuilder<unknown>) =>
    statementFor<RecordOf<R>>(
      [context.resources, resource, rights, scopes],
      `${key}${lock}${part} ${userId}`,
      () => sql`SELECT ${columns()} FROM ${sql.table(resource.table)} t
        WHERE ${holds('t.id')} AND ${visible(context, resource)} ORDER BY t.id ${locking}`,
    );
  // A read that had to wait for a lock would give the new columns with the links of before: links are read once the rows are locked.
  if (lock !== false && Object.values(resource.fields).some(({ kind }) => kind === 'references'))
    await statement(' first', () => sql``).send(context.db, values);
  const rows = await statement('', () => columnsOf(context, resource)).run(context.db, values);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
