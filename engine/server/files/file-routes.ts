import { recordIn } from '@back-office/contract/record-in.ts';
import type { z } from 'zod';
import { createHash, randomBytes } from 'node:crypto';
import type { FileRecord, ViewerLink } from '@back-office/contract/calls/file.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../crud/context.ts';
import type { CallShape } from '@back-office/contract/calls/call-shape.ts';
import { ok } from '../platform/http/ok.ts';
import { readAs } from '../platform/http/read-as.ts';
import { once } from '../identity/session/once.ts';
import { withRights } from '../identity/session/with-rights.ts';
import { Refusal, refusedField } from '../platform/http/refusal.ts';
import { checkOwner } from './accept-chunk.ts';
import { clearSoon } from '../platform/storage/clear-storage.ts';
import { deleteFile } from './delete-file.ts';
import { readFileName } from './read-file-name.ts';
import type { FileParts } from './file-parts.ts';
import { findFiles, recordOf } from './file-record.ts';
import { fileShapes, maxFiles } from './file-shapes.ts';
import { fileResource, ownOrListed } from '../crud/own-or-listed.ts';
import { fileFor } from './file-for.ts';
import { linkFiles } from './link-files.ts';
import { isKnownRecord, reachesRecord } from './record-reach.ts';
import { readPlace } from './upload-fields.ts';
import { insertFile } from './write-file.ts';
import { inSeconds } from '../platform/database/now.ts';

const session = (shape: CallShape) => ({ config: { right: 'session', shape } }) as const;
const linkMinutes = 5;

/** The calls on files attached to records (docs/wire.md "Files"); a file's owner decides who may use it. */
export function fileRoutes(app: FastifyInstance, parts: FileParts): void {
  const contextOf = (request: FastifyRequest): Context => parts.contextOf(parts.db, request);

  app.get<{ Querystring: Record<string, unknown> }>('/api/file/select', session(fileShapes.select), async (request) => {
    const context = contextOf(request);
    const files = await findFiles(parts.db, await requestedCondition(parts, context, request.query), maxFiles);
    return ok(await Promise.all(files.map((file) => recordOf(parts, context, file))));
  });

  app.delete('/api/file/delete', session(fileShapes.delete), async (request) => {
    const { id } = readAs(fileShapes.delete.query, request.query);
    await once(parts.db, request, (db) => deleteFile(parts.contextOf(db, request), parts, id));
    await clearSoon(parts.db);
    return ok(undefined);
  });

  app.put('/api/file/link', session(fileShapes.link), async (request) => {
    const given = readAs(fileShapes.link.body, recordIn(request.body));
    await once(parts.db, request, (db) => linkFiles(parts.contextOf(db, request), parts, given));
    return ok(undefined);
  });

  app.post('/api/file/save-known', session(fileShapes.saveKnown), async (request) => {
    const given = readAs(fileShapes.saveKnown.body, recordIn(request.body));
    const id = await once(parts.db, request, (db) => saveKnown(parts.contextOf(db, request), parts, given));
    if (id === null) return ok<FileRecord | null>(null);
    return ok(await recordOf(parts, contextOf(request), await fileFor(contextOf(request), parts, id, 'read')));
  });

  app.post('/api/file/viewer-link', session(fileShapes.viewerLink), async (request) => {
    if (!parts.hasViewer) throw refusedField('id', '没有配置在线预览');
    const { id = '' } = fileShapes.viewerLink.body.safeParse(recordIn(request.body)).data ?? {};
    return ok(
      await withRights(parts.db, request, async (db) => {
        const context = parts.contextOf(db, request);
        return makeLink(context, await fileFor(context, parts, id, 'read'));
      }),
    );
  });
}

/** The condition for the requested files that this user may see. */
async function requestedCondition(
  parts: FileParts,
  context: Context,
  query: Readonly<Record<string, unknown>>,
): Promise<RawBuilder<unknown>> {
  const { ids, ...place } = readAs(fileShapes.select.query, query);
  if (ids !== undefined) return visibleCondition(parts, context, ids.split(','));
  const { otcId, otcType } = readPlace(place);
  if (otcId === null) throw refusedField('otcId', 'otcId 不能为空');
  const ofRecord = sql`t.otc_id = ${otcId} AND t.otc_type IS NOT DISTINCT FROM ${otcType}`;
  if (await reachesRecord(context, { otcId, otcType }, 'read', parts.reach)) return ofRecord;
  const seen = sql`${ofRecord} AND ${ownOrListed(context)}`;
  // A record that is gone and one that is hidden get the same answer, unless a file of the user's own is attached to it.
  if (isKnownRecord(context, { otcId, otcType }) && (await findFiles(parts.db, seen, 1)).length === 0) throw new Refusal('gone');
  return seen;
}

async function visibleCondition(parts: FileParts, context: Context, ids: readonly string[]): Promise<RawBuilder<unknown>> {
  const seen: string[] = [];
  for (const id of new Set(ids)) {
    const found = await fileFor(context, parts, id, 'read').catch((error: unknown) => {
      if (error instanceof Refusal && error.outcome === 'gone') return undefined;
      throw error;
    });
    if (found !== undefined) seen.push(found.id);
  }
  return sql`t.id = ANY(${seen}::uuid[])`;
}

/** Creates a file from bytes that the same user has uploaded before; null if they have not. It discloses nothing about other users' bytes. */
async function saveKnown(context: Context, parts: FileParts, given: z.output<typeof fileShapes.saveKnown.body>): Promise<string | null> {
  const { fileHash, fileSize, fileName } = given;
  const { name, type } = readFileName(fileName);
  const place = readPlace(given);
  await checkOwner(parts, context, place);
  const known = await context.db
    .selectFrom('sys_upload')
    .select('id')
    .where('sysUserId', '=', context.user.userId)
    .where('fileHash', '=', Buffer.from(fileHash, 'hex'))
    .where('fileSize', '=', fileSize)
    .where('fileType', '=', type)
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  return known === undefined ? null : insertFile(context, { ...place, id: known.id, fileName: name, fileType: type }, fileSize);
}

/** A link by which an external viewer fetches the file without a session; only its hash is stored. Logged, as a download is. */
async function makeLink(context: Context, file: { id: string; fileName: string }): Promise<ViewerLink> {
  const { db, user } = context;
  const token = randomBytes(32).toString('base64url');
  const tokenHash = createHash('sha256').update(token).digest();
  const { expireTime } = await db
    .insertInto('sys_file_link')
    .values({ tokenHash, sysFileId: file.id, sysSessionId: user.sessionId, expireTime: inSeconds(linkMinutes * 60) })
    .returning('expireTime')
    .executeTakeFirstOrThrow();
  const resource = context.resourceOf(fileResource);
  await context.record(context, [{ resource, type: '外部预览', id: file.id, target: file.fileName, fields: [] }]);
  return { path: `/files/${file.id}/${encodeURIComponent(file.fileName)}?x=${token}`, expireTime };
}
