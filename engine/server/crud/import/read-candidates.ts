import { fieldOf, parentFieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import { type RawBuilder, sql } from 'kysely';
import { column, labelOf } from '../columns.ts';
import type { Context } from '../context.ts';
import { selectableIn } from '../selectable-in.ts';
import { visible } from '../visible.ts';
import { codesOf, endingsOf, keyPart } from './staged-row.ts';

/** A stored record that a text may refer to. */
export interface Candidate {
  readonly id: string;
  /** The ids in the requested reference fields. */
  readonly shares: (string | null)[];
}

const maxCandidates = 50_000;
/** Stands for more candidates than are read at once: the name is ambiguous, whatever else its row says. */
export const tooMany: readonly Candidate[] = [];

interface Row extends Candidate {
  label: string;
  codes: (string | null)[];
  parentLabel: string | null;
}

/**
 * The records that these texts may refer to, by `keyPart` of the text: by label, by code, or in a tree by `上级/名称`. Only records that this person sees
 * and that may still be chosen.
 */
export async function readCandidates(
  context: Context,
  referrer: Resource,
  target: Resource,
  texts: readonly string[],
  shares: readonly string[],
): Promise<ReadonlyMap<string, readonly Candidate[]>> {
  const codes = codesOf(target);
  const parent = parentFieldOf(target);
  const lower = (name: string): RawBuilder<unknown> => sql`lower(${column(name)})`;
  const parentLabel = parent === undefined ? undefined : labelOf(target, parent, fieldOf(target, parent), context.resourceOf);
  const eligible = sql.join([visible(context, target, [referrer.name]), ...selectableIn(target)], sql` AND `);
  const found = new Map<string, readonly Candidate[]>();
  for (const parts = [texts]; ;) {
    const part = parts.pop();
    if (part === undefined) return found;
    const wanted = [...new Set(part.flatMap(parent === undefined ? keyPart : endingsOf))];
    const matches = [target.label, ...codes].map((name) => sql`${lower(name)} = ANY(${wanted}::text[])`);
    const { rows } = await sql<Row>`
      SELECT t.id, ${column(target.label)} AS label, ${listOf(codes.map(column), 'text')} AS codes, ${parentLabel ?? sql`NULL`} AS parent_label,
        ${listOf(shares.map(column), 'uuid')} AS shares
      FROM ${sql.table(target.table)} t WHERE ${eligible} AND (${sql.join(matches, sql` OR `)})
      LIMIT ${sql.lit(maxCandidates + 1)}`.execute(context.db);
    const half = Math.ceil(part.length / 2);
    const isCut = rows.length > maxCandidates;
    // Any of these names may lack records: each half of them is looked up for itself.
    if (isCut && half < part.length) parts.push(part.slice(0, half), part.slice(half));
    else {
      const byKey = isCut ? undefined : Map.groupBy(rows.flatMap(keysOf), ({ key }) => key);
      for (const key of part.map(keyPart)) found.set(key, byKey === undefined ? tooMany : (byKey.get(key) ?? []).map(({ row }) => row));
    }
  }
}

function keysOf(row: Row): { key: string; row: Row }[] {
  const path = row.parentLabel === null ? [] : [`${row.parentLabel}/${row.label}`];
  return [...new Set([row.label, ...row.codes, ...path].map(keyPart))].map((key) => ({ key, row }));
}

const listOf = (columns: readonly RawBuilder<unknown>[], type: string): RawBuilder<unknown> =>
  columns.length === 0 ? sql`ARRAY[]::${sql.raw(type)}[]` : sql`ARRAY[${sql.join(columns)}]::${sql.raw(type)}[]`;
