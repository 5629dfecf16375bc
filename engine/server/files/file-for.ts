import { isId } from '@back-office/contract/resource/field-schema.ts';
import { may } from '@back-office/contract/resource/permission.ts';
import { sql } from 'kysely';
import type { Context } from '../crud/context.ts';
import { fileResource, listedFiles } from '../crud/own-or-listed.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { FileParts } from './file-parts.ts';
import { type FileRow, findFiles } from './file-record.ts';
import { isRecord, reachesRecord } from './record-reach.ts';

/**
 * The file, if this user may read it, or delete it: their own, but to delete none that hangs on a record; to read, a person's avatar;
 * a file of a record that they may read, or change; and any that the page of files shows them. 40400 alike for what is gone and what is not theirs to see.
 */
export async function fileFor(context: Context, parts: FileParts, id: string, what: 'read' | 'delete'): Promise<FileRow> {
  const [file] = isId(id) ? await findFiles(context.db, sql`t.id = ${id}::uuid`, 1) : [];
  if (file === undefined || !(await mayReach(context, parts, file, what))) throw new Refusal('gone');
  return file;
}

async function mayReach(context: Context, { reach }: FileParts, file: FileRow, what: 'read' | 'delete'): Promise<boolean> {
  const own = file.createUser === context.user.userId;
  if (own && (what === 'read' || !(await hangsOnRecord(context, file)))) return true;
  if (what === 'read' && (await isAvatar(context, file))) return true;
  if (await reachesRecord(context, file, what === 'read' ? 'read' : 'change', reach)) return true;
  if (!may(context.user.rights, fileResource, what)) return false;
  return (await findFiles(context.db, sql`t.id = ${file.id}::uuid AND ${listedFiles(context)}`, 1)).length > 0;
}

/** Whether its record stands. From one that is gone its uploader alone takes it away, until the record is restored. */
async function hangsOnRecord(context: Context, { otcType, otcId }: FileRow): Promise<boolean> {
  if (otcType === null || !isRecord(context, { otcType, otcId })) return false;
  const { rows } = await sql`SELECT FROM ${sql.table(context.resourceOf(otcType).table)} WHERE id = ${otcId}::uuid`.execute(context.db);
  return rows.length > 0;
}

/** Whether it is the image that its uploader shows of themselves. Another's file that they name as their image is not. */
async function isAvatar({ db }: Context, { id, createUser }: FileRow): Promise<boolean> {
  if (createUser === null) return false;
  const shown = await db.selectFrom('sys_user').select('id').where('id', '=', createUser).where('userAvatar', '=', id).executeTakeFirst();
  return shown !== undefined;
}
