import type { Issue } from '@back-office/contract/resource/issue.ts';
import { uniqueText } from '@back-office/contract/resource/plain-text.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from './context.ts';
import type { Checked } from './checked.ts';
import { asUnique, isFreeText } from './lookalikes.ts';
import { duplicateMessage } from './unique.ts';

/**
 * Unique values that occur twice in a batch: among its rows, and in stored records outside the batch. One query for
 * each unique key. The unique index has the last word; this only reports every row at once.
 */
export async function findDuplicates(
  context: Context,
  resource: Resource,
  checked: readonly Checked[],
): Promise<(Issue & { row: number })[]> {
  const issues: (Issue & { row: number })[] = [];
  for (const names of resource.unique) {
    const keys = checked.map(({ values, current }) =>
      names.map((name) => keyPart(values[name] === undefined ? current?.[name] : values[name])),
    );
    const taken = await storedKeys(context, resource, names, keys, checked);
    const seen = new Set<string>();
    keys.forEach((key, row) => {
      // An absent value is reported elsewhere, and is not a duplicate of other absent ones.
      if (key.at(-1) === null) return;
      const text = JSON.stringify(key);
      const message = seen.has(text)
        ? `${duplicateMessage(resource, names)}（与本次提交的其他行重复）`
        : taken.has(text)
          ? duplicateMessage(resource, names)
          : undefined;
      seen.add(text);
      if (message !== undefined) issues.push({ field: names.at(-1) ?? '', message, row });
    });
  }
  return issues;
}

/** Compared as the unique indexes compare: accounts without case. Over-strict for others only within one batch. */
const keyPart = (value: unknown): string | null =>
  typeof value === 'string' ? uniqueText(value).toLowerCase() : value === undefined || value === null ? null : JSON.stringify(value);

async function storedKeys(
  context: Context,
  resource: Resource,
  names: readonly string[],
  keys: readonly (string | null)[][],
  checked: readonly Checked[],
): Promise<Set<string>> {
  const last = names.at(-1) ?? 'id';
  const values = keys.flatMap((key) => key.at(-1) ?? []);
  const compared = (name: string): RawBuilder<unknown> => {
    const text = sql`${sql.ref(`t.${name}`)}::text`;
    return sql`lower(${isFreeText(resource, name) ? asUnique(text) : text})`;
  };
  const columns = sql.join(names.map(compared));
  const { rows } = await sql<{ key: (string | null)[] }>`
    SELECT ARRAY[${columns}] AS key FROM ${sql.table(resource.table)} t
    WHERE ${compared(last)} = ANY(${values}::text[]) AND t.id <> ALL(${checked.map(({ id }) => id)}::uuid[])`.execute(context.db);
  return new Set(rows.map(({ key }) => JSON.stringify(key)));
}
