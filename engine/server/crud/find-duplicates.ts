import type { Issue } from '@back-office/contract/resource/issue.ts';
import { visibleText } from '@back-office/contract/resource/plain-text.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { sql } from 'kysely';
import { isUnfit } from '../platform/database/database-errors.ts';
import { parkedField, parkValues } from '../platform/database/park-values.ts';
import { uniqueKeysOf } from '../platform/database/unique-keys.ts';
import type { Context } from './context.ts';
import type { Checked } from './checked.ts';
import { asKey, isChanged } from './lookalikes.ts';
import { duplicateMessage, duplicateOf } from './unique.ts';

type Key = readonly (string | null)[];

/**
 * Finds duplicate unique values of a batch: among its rows, and in stored records outside the batch. Runs one query for each unique key. The unique
 * index decides in the end; this only reports every row at once. Unchanged values are allowed, as in a save. `seen` holds the keys of the parts of a
 * batch that were checked before.
 */
export async function findDuplicates(
  context: Context,
  resource: Resource,
  checked: readonly Checked[],
  seen = new Set<string>(),
): Promise<(Issue & { row: number })[]> {
  const issues: (Issue & { row: number })[] = [];
  for (const { names, caseless, nullsAreOne } of await uniqueKeysOf(context.db, resource)) {
    const [field = 'id'] = names.toReversed();
    const keys = checked.map(({ values, current }) => names.map((name) => partOf({ ...current, ...values }[name], caseless)));
    const compared = (name: string) => (caseless ? sql`lower(${asKey(resource, name)})` : asKey(resource, name));
    const { rows } = await sql<{ key: Key; id: string }>`
      SELECT t.id, ARRAY[${sql.join(names.map(compared))}] AS key FROM ${sql.table(resource.table)} t
      WHERE ${compared(field)} = ANY(${keys.flatMap((key) => key.at(-1) ?? [])}::text[])
      AND t.id <> ALL(${parkedField(resource, names) === undefined ? [] : checked.map(({ id }) => id)}::uuid[])`.execute(context.db);
    const textOf = (key: Key): string => JSON.stringify([names, key]);
    const taken = new Map(rows.map(({ key, id }) => [textOf(key), id]));
    const changes = checked.map((row) => names.some((name) => isChanged(row, name)));
    for (const [row, key] of keys.entries()) if (changes[row] === false) seen.add(textOf(key));
    for (const [row, key] of keys.entries()) {
      // A missing value is reported by another check; two missing values are not duplicates of each other.
      if (changes[row] === false || key.at(-1) === null || (!nullsAreOne && key.includes(null))) continue;
      const text = textOf(key);
      const twice = seen.has(text)
        ? '（与本次提交的其他行重复）'
        : (taken.get(text) ?? checked[row]?.id) !== checked[row]?.id
          ? ''
          : undefined;
      seen.add(text);
      if (twice !== undefined) issues.push({ field, message: `${duplicateMessage(resource, names)}${twice}`, row });
    }
  }
  return issues;
}

/** Parks unique values of stored rows of a batch that others of it take over; returns the rows with what was parked and is not written anew. */
export async function parkTaken({ db }: Context, resource: Resource, rows: readonly Checked[]): Promise<readonly Checked[]> {
  if (rows.length < 2 || rows.every(({ current }) => current === undefined)) return rows;
  const keyOf = (names: readonly string[], values = {}) => names.map((name) => partOf(Reflect.get(values, name), true)).join('\n');
  const parked = new Map<string, Record<string, unknown>>();
  for (const names of resource.unique) {
    const changed = rows.filter((row) => names.some((name) => isChanged(row, name)));
    const moves = changed.map((row) => ({ ...row, from: keyOf(names, row.current), to: keyOf(names, { ...row.current, ...row.values }) }));
    const wanted = Map.groupBy(moves, ({ to }) => to);
    const held = moves.filter(({ id, from }) => wanted.get(from)?.some((other) => other.id !== id)).map(({ id }) => id);
    if (held.length === 0) continue;
    const taken = await parkValues(db, resource, names, held).catch((error: unknown) => {
      throw isUnfit(error) ? duplicateOf(resource, names) : error;
    });
    // Two keys may share a field, whose own value is the one found first.
    for (const { id, name, was } of taken) parked.set(id, { [name]: was, ...parked.get(id) });
  }
  return rows.map((row) => ({ ...row, values: { ...parked.get(row.id), ...row.values } }));
}

/** Normalised as the unique index compares. */
function partOf(value: unknown, caseless: boolean): string | null {
  if (value === undefined || value === null) return null;
  const text = typeof value === 'string' ? visibleText(value) : JSON.stringify(value);
  return caseless ? text.toLowerCase() : text;
}
