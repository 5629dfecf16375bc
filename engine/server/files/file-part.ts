import { sql } from 'kysely';
import type { Context } from '../crud/context.ts';
import { defaultOperations, type ResourcePart } from '../crud/operations.ts';
import type { FileParts } from './file-parts.ts';
import { type FileRow, findFiles, pathsOf } from './file-record.ts';

/**
 * The files page: records as the generic calls return them, with paths to open the files. API keys get none: a path opens the bytes for whoever has it,
 * from any address, and files are closed to keys (docs/decisions/0082-exports-for-programs.md).
 */
export function filePart(parts: Pick<FileParts, 'signer' | 'clock'>): ResourcePart {
  const withPaths = async <Row extends { id: string }>(context: Context, rows: Row[]): Promise<Row[]> => {
    if (context.user.key !== undefined) return rows;
    const ids = rows.map(({ id }) => id);
    const files = new Map<string, FileRow>(
      (await findFiles(context.db, sql`t.id = ANY(${ids}::uuid[])`, ids.length)).map((file) => [file.id, file]),
    );
    return Promise.all(
      rows.map(async (row) => {
        const file = files.get(row.id);
        return file === undefined ? row : { ...row, ...(await pathsOf(parts, context.user.sessionId, file)) };
      }),
    );
  };
  return {
    operations: {
      select: async (context, resource, id) => {
        const row = await defaultOperations.select(context, resource, id);
        return (await withPaths(context, [row]))[0] ?? row;
      },
      selectPage: async (context, resource, query) => {
        const page = await defaultOperations.selectPage(context, resource, query);
        return { ...page, items: await withPaths(context, page.items) };
      },
    },
  };
}
