import { may } from '@back-office/contract/resource/permission.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from './context.ts';
import { visible } from './visible.ts';

/** The name under which the page of files has its rights. */
export const fileResource = 'sys/file';

/** The condition on the row `t` that holds for the files that the person's data scope lets the page of files show. */
export const listedFiles = (context: Context): RawBuilder<unknown> => visible(context, context.resourceOf(fileResource));

/** The condition on the row `t` for files that are the user's own or that the page of files shows, whatever they hang on. */
export function ownOrListed(context: Context): RawBuilder<unknown> {
  const own = sql`t.create_user = ${context.user.userId}::uuid`;
  return may(context.user.rights, fileResource, 'read') ? sql`(${own} OR ${listedFiles(context)})` : own;
}
