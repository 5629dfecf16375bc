import type { FieldChange } from '@back-office/contract/calls/history.ts';
import { recordIn } from '@back-office/contract/record-in.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { changesNow, shownNow } from '@back-office/server/crud/change.ts';
import type { Context } from '@back-office/server/crud/context.ts';
import type { Operations } from '@back-office/server/crud/operations.ts';
import { select } from '@back-office/server/crud/select.ts';
import { selectPage } from '@back-office/server/crud/select-page.ts';
import { sql } from 'kysely';

/** The fields of a kept record that hold values of another resource's record: changes, or values by the names of their fields. */
interface Kept {
  readonly changes: string;
  readonly values?: string;
}

/** Reads of records that keep values of others (`target_resource` names of which): as the present declarations of these allow. */
export const readsOfKept = (kept: Kept): Pick<Operations, 'select' | 'selectPage'> => ({
  select: async (context, resource, id) => {
    const row = await select(context, resource, id);
    return (await shown(context, resource, [row], kept))[0] ?? row;
  },
  selectPage: async (context, resource, query) => {
    const page = await selectPage(context, resource, query);
    return { ...page, items: await shown(context, resource, page.items, kept) };
  },
});

async function shown({ db, resources }: Context, { table }: Resource, rows: readonly AnyRow[], kept: Kept): Promise<AnyRow[]> {
  const { changes, values = changes } = kept;
  const ids = rows.filter((row) => row[changes] !== null || row[values] !== null).map(({ id }) => id);
  if (ids.length === 0) return [...rows];
  const { rows: sources } = await sql<{ id: string; name: string }>`
    SELECT t.id, t.target_resource AS name FROM ${sql.table(table)} t WHERE t.id = ANY(${ids}::uuid[]) AND t.target_resource IS NOT NULL`.execute(
    db,
  );
  const byName = new Map(resources.map((resource) => [resource.name, resource]));
  const byId = new Map(sources.map(({ id, name }) => [id, byName.get(name)]));
  return rows.map((row) => {
    const source = byId.get(row.id);
    return source === undefined ? row : { ...row, ...shownOf(source, row, kept) };
  });
}

function shownOf(source: Resource, row: AnyRow, { changes, values }: Kept): Record<string, unknown> {
  const [list, record] = [row[changes], values === undefined ? null : row[values]];
  return {
    ...(Array.isArray(list) ? { [changes]: changesNow(source, list as FieldChange[]) } : {}),
    ...(values === undefined || record === null
      ? {}
      : {
          [values]: Object.fromEntries(
            Object.entries(recordIn(record)).map(([name, value]) => [name, shownNow(source.fields, name, value)]),
          ),
        }),
  };
}
