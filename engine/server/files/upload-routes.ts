import type { FileRecord, UnfinishedUpload, UploadState } from '@back-office/contract/calls/file.ts';
import { isId } from '@back-office/contract/resource/field-schema.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { CallShape } from '@back-office/contract/calls/call-shape.ts';
import { ok } from '../platform/http/ok.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { signedInOf } from '../identity/session/session-hook.ts';
import { acceptChunk } from './accept-chunk.ts';
import { clearSoon } from '../platform/storage/clear-storage.ts';
import { drain } from './drain.ts';
import type { FileParts } from './file-parts.ts';
import { fileShapes } from './file-shapes.ts';
import { findFiles, recordOf } from './file-record.ts';
import { findUpload, partsOf } from './upload-row.ts';

const session = (shape: CallShape) => ({ config: { right: 'session', shape } }) as const;
/** Its body has a watch of its own (`cut-when-stalled.ts`). */
const uploading = { config: { right: 'session', slowBody: true, shape: fileShapes.upload } } as const;

/** POST /api/file/upload, and what an uploader asks of its unfinished ones. Everything here is the user's own. */
export function uploadRoutes(app: FastifyInstance, parts: FileParts): void {
  void app.register(async (scope) => {
    // The body is read as it comes: no parser may take it in first.
    scope.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null));
    scope.post('/api/file/upload', uploading, async (request, reply) => {
      if (request.headers['content-type']?.toLowerCase().startsWith('multipart/form-data') !== true) throw new Refusal('malformed');
      try {
        return ok(await acceptChunk(parts, request));
      } catch (error) {
        await drain(request.raw);
        if (!request.raw.complete && !request.raw.readableEnded) reply.header('connection', 'close');
        throw error;
      }
    });
  });

  app.get<{ Params: { id: string } }>('/api/file/upload/:id', session(fileShapes.uploadState), async (request) => {
    const { id } = request.params;
    const context = parts.contextOf(parts.db, request);
    const upload = isId(id) ? await findUpload(parts.db, context.user.userId, id) : undefined;
    if (upload === undefined) throw new Refusal('gone');
    const received = (await partsOf(parts.db, upload.id)).map(({ idx }) => idx);
    const state: UploadState = { id: upload.id, totalChunks: upload.totalChunks, received };
    if (!upload.finished) return ok(state);
    const [file] = await findFiles(parts.db, sql`t.id = ${upload.sysFileId}::uuid`, 1);
    if (file === undefined) throw new Refusal('gone');
    return ok<UploadState & { file: FileRecord }>({ ...state, file: await recordOf(parts, context, file) });
  });

  app.delete<{ Params: { id: string } }>('/api/file/upload/:id', session(fileShapes.giveUp), async (request) => {
    const { id } = request.params;
    const { userId } = signedInOf(request);
    if (!isId(id)) throw new Refusal('gone');
    const { numDeletedRows } = await parts.db
      .deleteFrom('sys_upload')
      .where('id', '=', id)
      .where('sysUserId', '=', userId)
      .where('finishTime', 'is', null)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new Refusal('gone');
    await clearSoon(parts.db);
    return ok(undefined);
  });

  app.get('/api/file/select-uploads', session(fileShapes.selectUploads), async (request) =>
    ok(await unfinishedOf(parts, signedInOf(request).userId)),
  );
}

async function unfinishedOf({ db }: FileParts, userId: string): Promise<UnfinishedUpload[]> {
  const { rows } = await sql<UnfinishedUpload>`
    SELECT u.id, u.total_chunks, u.file_name, u.otc_id, u.otc_type, u.file_alias, u.touch_time + interval '1 day' AS expire_time,
      array_agg(p.idx ORDER BY p.idx) AS received, sum(p.part_size)::bigint AS received_size, max(p.part_size) AS chunk_size
    FROM sys_upload u JOIN sys_upload_part p ON p.sys_upload_id = u.id
    WHERE u.sys_user_id = ${userId}::uuid AND u.finish_time IS NULL GROUP BY u.id ORDER BY u.touch_time DESC`.execute(db);
  return rows;
}
