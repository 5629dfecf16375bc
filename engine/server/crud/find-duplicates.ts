import type { Issue } from '@back-office/contract/resource/issue.ts';
import { visibleText } from '@back-office/contract/resource/plain-text.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { sql } from 'kysely';
import type { Context } from './context.ts';
import type { Checked } from './checked.ts';
import { asKey, isChanged } from './lookalikes.ts';
import { duplicateMessage, uniqueKeysOf } from './unique.ts';

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
    const { rows } = await sql<{ key: Key }>`
      SELECT ARRAY[${sql.join(names.map(compared))}] AS key FROM ${sql.table(resource.table)} t
      WHERE ${compared(field)} = ANY(${keys.flatMap((key) => key.at(-1) ?? [])}::text[])
      AND t.id <> ALL(${checked.map(({ id }) => id)}::uuid[])`.execute(context.db);
    const textOf = (key: Key): string => JSON.stringify([names, key]);
    const taken = new Set(rows.map(({ key }) => textOf(key)));
    const changes = checked.map((row) => names.some((name) => isChanged(row, name)));
    for (const [row, key] of keys.entries()) if (changes[row] === false) seen.add(textOf(key));
    for (const [row, key] of keys.entries()) {
      // A missing value is reported by another check; two missing values are not duplicates of each other.
      if (changes[row] === false || key.at(-1) === null || (!nullsAreOne && key.includes(null))) continue;
      const text = textOf(key);
      const twice = seen.has(text) ? '（与本次提交的其他行重复）' : taken.has(text) ? '' : undefined;
      seen.add(text);
      if (twice !== undefined) issues.push({ field, message: `${duplicateMessage(resource, names)}${twice}`, row });
    }
  }
  return issues;
}

/** Normalised as the unique index compares. */
function partOf(value: unknown, caseless: boolean): string | null {
  if (value === undefined || value === null) return null;
  const text = typeof value === 'string' ? visibleText(value) : JSON.stringify(value);
  return caseless ? text.toLowerCase() : text;
}
