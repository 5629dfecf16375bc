import type { Context } from '../crud/context.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { FileParts } from './file-parts.ts';
import { fileResource } from '../crud/own-or-listed.ts';
import { fileFor } from './file-for.ts';

/** DELETE delete: the row goes, in the context's transaction, and its bytes some time after that is committed. */
export async function deleteFile(context: Context, parts: FileParts, id: string): Promise<void> {
  const file = await fileFor(context, parts, id, 'delete');
  const { numDeletedRows } = await context.db.deleteFrom('sys_file').where('id', '=', file.id).executeTakeFirst();
  // A concurrent deletion was first.
  if (numDeletedRows === 0n) throw new Refusal('gone');
  await context.record(context, [
    { resource: context.resourceOf(fileResource), type: '删除', id: file.id, target: file.fileName, fields: [] },
  ]);
}
