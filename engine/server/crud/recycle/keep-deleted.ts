import { cutText } from '@back-office/contract/cut-text.ts';
import { limits } from '@back-office/contract/limits.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Change } from '../change.ts';
import { column } from '../columns.ts';
import type { Context } from '../context.ts';
import { newId } from '../../platform/database/new-id.ts';
import { deletedWith } from '../../platform/database/dependents.ts';

/**
 * Copies records that are about to be deleted into the recycle bin, until `clearRecycle` removes them, with their dependent rows, except logs of these,
 * such as the deliveries of a person's webhooks, of which there may be any number. Resources that cannot be saved, such as logs and sessions, are not
 * kept. Call it in the transaction of the delete, before the delete.
 */
export async function keepDeleted(context: Context, resource: Resource, changes: readonly Change[]): Promise<void> {
  if (!resource.operations.includes('save')) return;
  const { db, user } = context;
  const kept = changes.map(({ id, target, fields }) => ({ id: newId(), target: id, name: cutText(target, 500), fields }));
  const isLog = (table: string) =>
    context.resources.some((one) => one.table === table && one.operations.every((call) => call !== 'save' && call !== 'delete'));
  const beside = (await deletedWith(db, resource.table)).flatMap(({ table, rows, indirect }) =>
    indirect && isLog(table)
      ? []
      : sql`${table}::text, (SELECT coalesce(jsonb_agg(to_jsonb(x)), '[]') FROM ${sql.table(table)} x WHERE ${sql.raw(rows)})`,
  );
  const { org, person } = scopeColumns(resource);
  await sql`
    INSERT INTO sys_recycle (id, create_user, update_user, recycle_name, recycle_module, recycle_fields, delete_user, expire_time,
      target_resource, target_id, scope_org, scope_person, content)
    SELECT k.id, t.create_user, ${user.userId}::uuid, k.name, ${resource.title}, k.fields, ${user.userId}::uuid,
      now() + make_interval(days => ${limits.recycleDays}), ${resource.name}, t.id, ${org}, ${person},
      jsonb_build_object('row', to_jsonb(t), 'beside', jsonb_build_object(${sql.join(beside)}))
    FROM json_to_recordset(${JSON.stringify(kept)}::json) AS k(id uuid, target uuid, name text, fields jsonb)
    JOIN ${sql.table(resource.table)} t ON t.id = k.target`.execute(db);
}

/** The organisation and the person by which data scopes reach a record; a record with only a person counts to that person's organisation. */
function scopeColumns({ scope }: Resource): { org: RawBuilder<unknown>; person: RawBuilder<unknown> } {
  if (scope === undefined) return { org: sql`NULL::uuid`, person: sql`NULL::uuid` };
  const person = column(scope.person ?? 'createUser');
  return { org: scope.org === undefined ? sql`(SELECT u.sys_org_id FROM sys_user u WHERE u.id = ${person})` : column(scope.org), person };
}
