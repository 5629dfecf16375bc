import type { FileRecord, UnfinishedUpload, UploadState } from '@back-office/contract/calls/file.ts';
import { isId } from '@back-office/contract/resource/field-schema.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { CallShape } from '@back-office/contract/calls/call-shape.ts';
import { discardRest } from '../platform/http/discard-rest.ts';
import { ok } from '../platform/http/ok.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { signedInOf } from '../identity/session/session-hook.ts';
import { acceptChunk } from './accept-chunk.ts';
import { clearSoon } from '../platform/storage/clear-storage.ts';
import type { FileParts } from './file-parts.ts';
import { fileShapes } from './file-shapes.ts';
import { findFiles, recordOf } from './file-record.ts';
import { findUpload, partsOf } from './upload-row.ts';

const session = (shape: CallShape) => ({ config: { right: 'session', shape } }) as const;
/** The body has its own stall check (`cut-when-stalled.ts`). */
const uploading = { config: { right: 'session', slowBody: true, shape: fileShapes.upload } } as const;

/** POST /api/file/upload, and the calls on unfinished uploads. A user reaches only their own uploads. */
export function uploadRoutes(app: FastifyInstance, parts: FileParts): void {
  void app.register(async (scope) => {
    // The body is read as a stream, so no parser may read it first.
    scope.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null));
    scope.post('/api/file/upload', uploading, async (request, reply) => {
      if (request.headers['content-type']?.toLowerCase().startsWith('multipart/form-data') !== true) throw new Refusal('malformed');
      try {
        return ok(await acceptChunk(parts, request));
      } catch (error) {
        await discardRest(request.raw);
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
  return db
    .selectFrom('sys_upload as u')
    .innerJoin('sys_upload_part as p', 'p.sysUploadId', 'u.id')
    .select(['u.id', 'u.totalChunks', 'u.fileName', 'u.otcId', 'u.otcType', 'u.fileAlias'])
    .select([sql<string>`u.touch_time + interval '1 day'`.as('expireTime'), sql<number[]>`array_agg(p.idx ORDER BY p.idx)`.as('received')])
    .select(({ fn }) => [fn.sum<number>('p.partSize').as('receivedSize'), fn.max('p.partSize').as('chunkSize')])
    .where('u.sysUserId', '=', userId)
    .where('u.finishTime', 'is', null)
    .groupBy('u.id')
    .orderBy('u.touchTime', 'desc')
    .execute();
}
