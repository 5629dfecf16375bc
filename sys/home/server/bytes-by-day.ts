import { type RawBuilder, sql } from 'kysely';
import type { Context } from '@back-office/server/crud/context.ts';
import { visible } from '@back-office/server/crud/visible.ts';

/**
 * The bytes of the files in scope per uploader and day (`day`, `bytes`; -infinity for earlier days), from the tallies of migration 0211. These have
 * the column by which `visible` selects files, and so the same files count.
 */
export const bytesByDay = (context: Context): RawBuilder<unknown> =>
  sql`SELECT t.day, t.bytes FROM sys_file_bytes t WHERE ${visible(context, context.resourceOf('sys/file'))}`;
