import { may } from '@back-office/contract/resource/permission.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '@back-office/server/crud/context.ts';
import { reachedDeleted } from '@back-office/server/crud/recycle/reached-deleted.ts';
import { visible } from '@back-office/server/crud/visible.ts';
import type { Delivery } from './delivery-queue.ts';

type Event = Pick<Delivery, 'eventName' | 'targetId' | 'stood'>;

/**
 * Whether this context's person may learn of an event: they may read such records, and this one is within their data scope now, or was when it was
 * deleted (docs/decisions/0081-webhooks.md).
 */
export async function mayReceiveEvent(context: Context, event: Event): Promise<boolean> {
  const [name = '', kind] = event.eventName.split(':');
  const resource = context.resources.find((one) => one.name === name);
  if (resource === undefined || !may(context.user.rights, name, 'read')) return false;
  const condition = kind === 'deleted' ? wasVisible(context, resource, event) : isVisible(context, resource, event);
  const { rows } = await sql<{ told: boolean }>`SELECT ${condition} AS told`.execute(context.db);
  return rows[0]?.told === true;
}

const isVisible = (context: Context, resource: Resource, { targetId }: Event): RawBuilder<unknown> =>
  sql`EXISTS (SELECT FROM ${sql.table(resource.table)} t WHERE t.id = ${targetId}::uuid AND ${visible(context, resource)})`;

/** By where the record stood, and by what the recycle bin may still say: of lines of earlier versions it alone does. */
function wasVisible(context: Context, resource: Resource, { targetId, stood }: Event): RawBuilder<unknown> {
  const wasReached = reachedDeleted(context, resource, sql`${targetId}::uuid`);
  if (stood === null) return wasReached;
  const row = sql`jsonb_populate_record(NULL::${sql.table(resource.table)}, ${JSON.stringify(stood)}::jsonb)`;
  return sql`(${wasReached} OR EXISTS (SELECT FROM ${row} t WHERE ${visible(context, resource, [], stood.orgsAbove)}))`;
}
