import { may } from '@back-office/contract/resource/permission.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from './context.ts';
import { visible } from './visible.ts';

/** The resource of the files page, on which its permissions are granted. */
export const fileResource = 'sys/file';

/** The condition on the row `t` that the person's data scope lets the files page show the file. */
export const listedFiles = (context: Context): RawBuilder<unknown> => visible(context, context.resourceOf(fileResource));

/** The condition on the row `t` that a file is the user's own or shown on the files page, whatever record it is attached to. */
export function ownOrListed(context: Context): RawBuilder<unknown> {
  const own = sql`t.create_user = ${context.user.userId}::uuid`;
  return may(context.user.rights, fileResource, 'read') ? sql`(${own} OR ${listedFiles(context)})` : own;
}
