import { fieldOf, parentFieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import { type RawBuilder, sql } from 'kysely';
import { column, labelOf } from '../columns.ts';
import type { Context } from '../context.ts';
import { selectableIn } from '../selectable-in.ts';
import { visible } from '../visible.ts';
import { codesOf, keyPart } from './staged-row.ts';

/** A stored record that a text may refer to. */
export interface Candidate {
  readonly id: string;
  /** The ids in the requested reference fields. */
  readonly shares: (string | null)[];
}

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
  const wanted = [...new Set(texts.flatMap((text) => [keyPart(text), ...lastOf(parent, text)]))];
  const lower = (name: string): RawBuilder<unknown> => sql`lower(${column(name)})`;
  const parentLabel = parent === undefined ? undefined : labelOf(target, parent, fieldOf(target, parent), context.resourceOf);
  const matches = [target.label, ...codes].map((name) => sql`${lower(name)} = ANY(${wanted}::text[])`);
  const { rows } = await sql<Row>`
    SELECT t.id, ${column(target.label)} AS label, ${listOf(codes.map(column), 'text')} AS codes, ${parentLabel ?? sql`NULL`} AS parent_label,
      ${listOf(shares.map(column), 'uuid')} AS shares
    FROM ${sql.table(target.table)} t
    WHERE ${sql.join([visible(context, target, [referrer.name]), ...selectableIn(target)], sql` AND `)} AND (${sql.join(matches, sql` OR `)}) LIMIT 50000`.execute(
    context.db,
  );
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const path = row.parentLabel === null ? [] : [`${row.parentLabel}/${row.label}`];
    for (const key of new Set([row.label, ...row.codes, ...path].map(keyPart))) found.set(key, [...(found.get(key) ?? []), row]);
  }
  return found;
}

const lastOf = (parent: string | undefined, text: string): string[] =>
  parent !== undefined && text.includes('/') ? [keyPart(text.slice(text.lastIndexOf('/') + 1))] : [];

const listOf = (columns: readonly RawBuilder<unknown>[], type: string): RawBuilder<unknown> =>
  columns.length === 0 ? sql`ARRAY[]::${sql.raw(type)}[]` : sql`ARRAY[${sql.join(columns)}]::${sql.raw(type)}[]`;
