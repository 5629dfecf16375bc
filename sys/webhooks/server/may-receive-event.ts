import { may } from '@back-office/contract/resource/permission.ts';
import { sql } from 'kysely';
import type { Context } from '@back-office/server/crud/context.ts';
import { reachedDeleted } from '@back-office/server/crud/recycle/reached-deleted.ts';
import { visible } from '@back-office/server/crud/visible.ts';

/**
 * Whether this context's person may learn of an event: they may read such records, and this one is within their data scope now, or was when it was
 * deleted (docs/decisions/0081-webhooks.md).
 */
export async function mayReceiveEvent(context: Context, eventName: string, targetId: string): Promise<boolean> {
  const [name = '', kind] = eventName.split(':');
  const resource = context.resources.find((one) => one.name === name);
  if (resource === undefined || !may(context.user.rights, name, 'read')) return false;
  const condition =
    kind === 'deleted'
      ? reachedDeleted(context, resource, sql`${targetId}::uuid`)
      : sql`EXISTS (SELECT FROM ${sql.table(resource.table)} t WHERE t.id = ${targetId}::uuid AND ${visible(context, resource)})`;
  const { rows } = await sql<{ told: boolean }>`SELECT ${condition} AS told`.execute(context.db);
  return rows[0]?.told === true;
}
