import { anyOf } from '../platform/database/any-of.ts';
import type { Issue } from '@back-office/contract/resource/issue.ts';
import type { Field } from '@back-office/contract/resource/field.ts';
import { fieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import { sql } from 'kysely';
import { amongIds } from './among-ids.ts';
import type { Checked } from './checked.ts';
import { targetOf } from './columns.ts';
import { ownOrListed } from './own-or-listed.ts';
import { selectableIn } from './selectable-in.ts';
import { statementFor } from '../platform/database/statement.ts';
import type { Context } from './context.ts';
import { visible } from './visible.ts';

/** A record about to be written: the new values, and the stored record. */
export type Pending = Pick<Checked, 'values' | 'current'>;

/**
 * Checks changed values against the database: the referenced records must exist for this user, and dictionary values must be in their dictionaries.
 * Runs one query for each referenced resource, whatever the number of records. Returns the issues of each record, in the records' order. A parent may
 * be one of `pendingIds`, the records that the same transaction is about to write.
 */
export async function checkTargets(
  context: Context,
  resource: Resource,
  records: readonly Pending[],
  pendingIds: ReadonlySet<string>,
): Promise<Issue[][]> {
  const issues: Issue[][] = records.map(() => []);
  const fields = resource.form.map((name) => [name, fieldOf(resource, name)] as const);
  // Starts all queries before it waits for any.
  const asked = [
    context.choicesOf(context.db, ...wordsOf(fields, records)),
    ...fields.map(([name, field]) => findTargets(context, resource, field, wantedOf(records, name, field))),
  ] as const;
  const [choices, ...targets] = await Promise.all(asked);
  for (const [place, [name, field]] of fields.entries()) {
    const known = targets[place];
    records.forEach((record, at) => {
      if (formerParents(field, record, name).some((id) => known?.has(id) === false))
        issues[at]?.push({ field: name, message: `原${field.label}不在您的数据范围内，不能移动` });
      const [value, ids] = [record.values[name], known === undefined ? [] : changedIds(record, name)];
      if (ids.some((id) => known?.has(id) === false && !(field.kind === 'parent' && pendingIds.has(id))))
        issues[at]?.push({ field: name, message: `${field.label}不存在` });
      // Lists of references and parents may name a disabled record, such as a role: the link takes effect once that is enabled.
      else if (field.kind === 'reference' && ids.some((id) => known?.get(id) === false))
        issues[at]?.push({ field: name, message: `${field.label}不在可选范围内` });
      else if (field.kind === 'dict' && isChanged(record, name) && !choices.get(field.dict)?.has(String(value)))
        issues[at]?.push({ field: name, message: `${field.label}不在可选范围内：${String(value).slice(0, 50)}` });
    });
  }
  return issues;
}

/** The records that this field newly refers to, and the former parents. */
const wantedOf = (records: readonly Pending[], name: string, field: Field): string[] =>
  records.flatMap((record) => [...changedIds(record, name), ...formerParents(field, record, name)]);

/** The referenced records that this person sees, and whether each may still be chosen. */
type Known = ReadonlyMap<string, boolean>;

/** The wanted records that this person may name in the field; undefined for a field that refers to nothing. */
async function findTargets(context: Context, resource: Resource, field: Field, wanted: readonly string[]): Promise<Known | undefined> {
  const target = targetOf(resource, field, context.resourceOf);
  if (target !== undefined) return lockTargets(context, resource, target, wanted);
  return field.kind === 'file' ? findUsableFiles(context, wanted) : undefined;
}

const isChanged = ({ values, current }: Pending, name: string): boolean =>
  values[name] !== undefined && values[name] !== null && values[name] !== current?.[name];

/** The former parent of a moved record: a person who does not see it may not move a record away from it, out of the view of people who do. */
function formerParents({ kind }: Field, { values, current }: Pending, name: string): string[] {
  const before = kind === 'parent' ? current?.[name] : undefined;
  return typeof before === 'string' && values[name] !== undefined && values[name] !== before ? [before] : [];
}

/** The ids that a record does not have yet. */
function changedIds({ values, current }: Pending, name: string): string[] {
  const held: unknown[] = [current?.[name]].flat();
  return [values[name]].flat().filter((id): id is string => typeof id === 'string' && !held.includes(id));
}

/** The newly chosen dictionary values, each once: the dictionaries, and at the same positions the values. */
function wordsOf(fields: readonly (readonly [string, Field])[], records: readonly Pending[]): [dicts: string[], values: string[]] {
  const words = fields.flatMap(([name, field]) => {
    if (field.kind !== 'dict') return [];
    const chosen = records.filter((record) => isChanged(record, name)).map(({ values }) => String(values[name]));
    return [...new Set(chosen)].map((value) => [field.dict, value] as const);
  });
  return [words.map(([dict]) => dict), words.map(([, value]) => value)];
}

/** The files among these ids that the person may refer to: their own, and those that the files page shows them. */
async function findUsableFiles(context: Context, ids: readonly string[]): Promise<Known> {
  if (ids.length === 0) return new Map();
  const rows = await context.db
    .selectFrom('sys_file as t')
    .select('t.id')
    .where('t.id', '=', anyOf(ids))
    .where(ownOrListed(context).$castTo<boolean>())
    .execute();
  return new Map(rows.map((row) => [row.id, true]));
}

async function lockTargets(context: Context, referrer: Resource, resource: Resource, ids: readonly string[]): Promise<Known> {
  if (ids.length === 0) return new Map();
  const { rights, scopes, userId } = context.user;
  const { key, holds, values } = amongIds([...new Set(ids)]);
  // Locks the targets, so that none is deleted before this transaction ends.
  const lock = statementFor(
    [context.resources, resource, rights, scopes],
    `${key} target of ${referrer.name} ${userId}`,
    () => sql<{ id: string; isOffered: boolean }>`
      SELECT t.id, ${sql.join([sql`true`, ...selectableIn(resource)], sql` AND `)} AS is_offered FROM ${sql.table(resource.table)} t
      WHERE ${holds('t.id')} AND ${visible(context, resource, [referrer.name])} FOR KEY SHARE OF t`,
  );
  const rows = await lock.run(context.db, values);
  return new Map(rows.map((row) => [row.id, row.isOffered]));
}
