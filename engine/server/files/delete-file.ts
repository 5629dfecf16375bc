import type { Context } from '../crud/context.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { FileParts } from './file-parts.ts';
import { fileResource } from '../crud/own-or-listed.ts';
import { fileFor } from './file-for.ts';

/** DELETE delete: deletes the row in the context's transaction; its bytes are removed some time after the commit. */
export async function deleteFile(context: Context, parts: FileParts, id: string): Promise<void> {
  const file = await fileFor(context, parts, id, 'delete');
  const { numDeletedRows } = await context.db.deleteFrom('sys_file').where('id', '=', file.id).executeTakeFirst();
  // A concurrent delete came first.
  if (numDeletedRows === 0n) throw new Refusal('gone');
  await context.record(context, [
    { resource: context.resourceOf(fileResource), type: '删除', id: file.id, target: file.fileName, fields: [] },
  ]);
}
