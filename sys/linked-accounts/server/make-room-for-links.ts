import { sql } from 'kysely';
import type { Wraps } from '@back-office/server/crud/wrap-operations.ts';

/**
 * External accounts are restored with their person, even if somebody tried to sign in with them meanwhile: what that left for an administrator to
 * assign takes their place. One that was assigned stays with whom it was given to.
 */
export const makeRoomForLinks: NonNullable<Wraps['restore']> = (next) => async (context, resource, ids) => {
  await sql`
    DELETE FROM sys_linked_account l USING sys_recycle k, jsonb_array_elements(k.content #> '{beside,sys_linked_account}') AS kept(link)
    WHERE k.target_resource = 'sys/user' AND k.target_id = ANY(${ids}::uuid[]) AND l.sys_user_id IS NULL
      AND l.issuer = kept.link ->> 'issuer' AND l.subject = kept.link ->> 'subject'`.execute(context.db);
  return next(context, resource, ids);
};
