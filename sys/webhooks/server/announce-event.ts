import type { OwnEvents } from '@back-office/contract/office/own-events.ts';
import { statuses } from '@back-office/contract/status.ts';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '@back-office/server/platform/database/tables.ts';

/**
 * Announces an event of these records to the webhooks that chose it, in the caller's transaction: they learn only the ids, and only of records that
 * their makers may read when it is sent. A record's events are sent in the order in which they happened.
 * @example
 * const agreementEvents = defineEvents('acme/agreement', { approved: '批准', ended: '终止' });
 * export const tellApproved = ({ db }: Context, id: string) => announceEvent(db, agreementEvents, 'approved', [id]);
 */
export async function announceEvent<Name extends string>(
  db: Kysely<Tables>,
  { resource, words }: OwnEvents<Name>,
  name: NoInfer<Name>,
  ids: readonly string[],
): Promise<void> {
  if (!Object.hasOwn(words, name)) throw new Error(`${resource} has no event ${name}: name it in defineEvents.`);
  const event = `${resource}:${name}`;
  await sql`
    INSERT INTO sys_webhook_delivery (id, create_user, update_user, sys_webhook_id, event_name, target_id)
    SELECT gen_random_uuid(), NULL, w.sys_user_id, w.id, ${event}, lower(told.id)
    FROM unnest(${ids}::text[]) WITH ORDINALITY AS told(id, place), sys_webhook w
    WHERE w.webhook_status = ${statuses.enabled} AND ${event} = ANY(w.events)
    ORDER BY told.place`.execute(db);
}
