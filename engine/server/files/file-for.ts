import { isId } from '@back-office/contract/resource/field-schema.ts';
import { may } from '@back-office/contract/resource/permission.ts';
import { sql } from 'kysely';
import type { Context } from '../crud/context.ts';
import { fileResource, listedFiles } from '../crud/own-or-listed.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { FileParts } from './file-parts.ts';
import { type FileRow, findFiles } from './file-record.ts';
import { isKnownRecord, reachesRecord } from './record-reach.ts';

/**
 * The file, if this user may read or delete it: their own, except to delete one attached to a record; a person's avatar, to read; a file of a record
 * that they may read or change; and any that the files page shows them. Refuses with 40400 both a file that is gone and one that is hidden.
 */
export async function fileFor(context: Context, parts: FileParts, id: string, what: 'read' | 'delete'): Promise<FileRow> {
  const [file] = isId(id) ? await findFiles(context.db, sql`t.id = ${id}::uuid`, 1) : [];
  if (file === undefined || !(await mayReach(context, parts, file, what))) throw new Refusal('gone');
  return file;
}

async function mayReach(context: Context, { reach }: FileParts, file: FileRow, what: 'read' | 'delete'): Promise<boolean> {
  const own = file.createUser === context.user.userId;
  if (own && (what === 'read' || !(await hasExistingRecord(context, file)))) return true;
  if (what === 'read' && (await isAvatar(context, file))) return true;
  if (await reachesRecord(context, file, what === 'read' ? 'read' : 'change', reach)) return true;
  if (!may(context.user.rights, fileResource, what)) return false;
  return (await findFiles(context.db, sql`t.id = ${file.id}::uuid AND ${listedFiles(context)}`, 1)).length > 0;
}

/** Whether the record of the file exists. If it is gone, only the uploader may delete the file, until the record is restored. */
async function hasExistingRecord(context: Context, { otcType, otcId }: FileRow): Promise<boolean> {
  if (otcType === null || !isKnownRecord(context, { otcType, otcId })) return false;
  const { rows } = await sql`SELECT FROM ${sql.table(context.resourceOf(otcType).table)} WHERE id = ${otcId}::uuid`.execute(context.db);
  return rows.length > 0;
}

/** Whether the file is its uploader's own avatar. An avatar that names another person's file does not count. */
async function isAvatar({ db }: Context, { id, createUser }: FileRow): Promise<boolean> {
  if (createUser === null) return false;
  const shown = await db.selectFrom('sys_user').select('id').where('id', '=', createUser).where('userAvatar', '=', id).executeTakeFirst();
  return shown !== undefined;
}
