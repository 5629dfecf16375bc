import { recordIn } from '@back-office/contract/record-in.ts';
import { createHash, randomBytes } from 'node:crypto';
import type { FileRecord, ViewerLink } from '@back-office/contract/calls/file.ts';
import { isId } from '@back-office/contract/resource/field-schema.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../crud/context.ts';
import { ok } from '../platform/http/ok.ts';
import { once } from '../identity/session/once.ts';
import { Refusal, refusedField } from '../platform/http/refusal.ts';
import { checkOwner } from './accept-chunk.ts';
import { clearSoon } from '../platform/storage/clear-storage.ts';
import { deleteFile } from './delete-file.ts';
import { readFileName } from './file-name.ts';
import type { FileParts } from './file-parts.ts';
import { findFiles, recordOf } from './file-record.ts';
import { ownOrListed } from '../crud/own-or-listed.ts';
import { fileFor } from './file-rights.ts';
import { linkFiles } from './link-files.ts';
import { isRecord, reachesRecord } from './record-reach.ts';
import { readPlace } from './upload-fields.ts';
import { insertFile } from './write-file.ts';
import { inSeconds } from '../platform/database/now.ts';

const session = { config: { right: 'session' } } as const;
/** Most files of one answer; a record has nine, and more only of what the server itself made. */
const maxFiles = 100;
const linkMinutes = 5;

/** The calls on files as one finds them at a record (docs/wire.md "Files"); whose they are decides who may. */
export function fileRoutes(app: FastifyInstance, parts: FileParts): void {
  const contextOf = (request: FastifyRequest): Context => parts.contextOf(parts.db, request);

  app.get<{ Querystring: Record<string, unknown> }>('/api/file/select', session, async (request) => {
    const context = contextOf(request);
    const files = await findFiles(parts.db, await wanted(parts, context, request.query), maxFiles);
    return ok(await Promise.all(files.map((file) => recordOf(parts, context, file))));
  });

  app.delete<{ Querystring: { id?: unknown } }>('/api/file/delete', session, async (request) => {
    const { id } = request.query;
    if (typeof id !== 'string' || id === '') throw refusedField('id', '请指定一个文件');
    await once(parts.db, request, (db) => deleteFile(parts.contextOf(db, request), parts, id));
    await clearSoon(parts.db);
    return ok(undefined);
  });

  app.put('/api/file/link', session, async (request) => {
    await once(parts.db, request, (db) => linkFiles(parts.contextOf(db, request), parts, request.body));
    return ok(undefined);
  });

  app.post('/api/file/save-known', session, async (request) => {
    const given = recordIn(request.body);
    const id = await once(parts.db, request, (db) => saveKnown(parts.contextOf(db, request), parts, given));
    if (id === null) return ok<FileRecord | null>(null);
    return ok(await recordOf(parts, contextOf(request), await fileFor(contextOf(request), parts, id, 'read')));
  });

  app.post('/api/file/viewer-link', session, async (request) => {
    const { id } = recordIn(request.body);
    if (!parts.hasViewer) throw refusedField('id', '没有配置在线预览');
    const file = await fileFor(contextOf(request), parts, typeof id === 'string' ? id : '', 'read');
    return ok(await makeLink(contextOf(request), file));
  });
}

/** The condition for the files that are asked for and that this user may see. */
async function wanted(parts: FileParts, context: Context, query: Readonly<Record<string, unknown>>): Promise<RawBuilder<unknown>> {
  if (query['ids'] !== undefined) {
    const ids = typeof query['ids'] === 'string' ? query['ids'].split(',') : [];
    if (ids.length === 0 || ids.length > maxFiles || !ids.every(isId)) throw refusedField('ids', '编号格式不正确');
    return seenOf(parts, context, ids);
  }
  const { otcId, otcType } = readPlace(query);
  if (otcId === null) throw refusedField('otcId', 'otcId 不能为空');
  const of = sql`t.otc_id = ${otcId} AND t.otc_type IS NOT DISTINCT FROM ${otcType}`;
  if (await reachesRecord(context, { otcId, otcType }, 'read', parts.reach)) return of;
  const seen = sql`${of} AND ${ownOrListed(context)}`;
  // A record that is gone and one that they may not see: the same answer, unless something of their own hangs on it.
  if (isRecord(context, { otcId, otcType }) && (await findFiles(parts.db, seen, 1)).length === 0) throw new Refusal('gone');
  return seen;
}

async function seenOf(parts: FileParts, context: Context, ids: readonly string[]): Promise<RawBuilder<unknown>> {
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

/** Makes a file of bytes that the same user has sent before; null when they have not. Of others' bytes nothing is said. */
async function saveKnown(context: Context, parts: FileParts, given: Readonly<Record<string, unknown>>): Promise<string | null> {
  const { fileHash, fileSize, fileName } = given;
  if (typeof fileHash !== 'string' || !/^[0-9a-f]{64}$/i.test(fileHash))
    throw refusedField('fileHash', 'fileHash 应为 64 位十六进制的 SHA-256');
  if (typeof fileSize !== 'number' || !Number.isSafeInteger(fileSize)) throw refusedField('fileSize', 'fileSize 应为整数');
  if (typeof fileName !== 'string') throw refusedField('fileName', '文件名不能为空');
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

/** A link that an external viewer may fetch without a session; only its hash is stored. */
async function makeLink({ db, user }: Context, file: { id: string; fileName: string }): Promise<ViewerLink> {
  const token = randomBytes(32).toString('base64url');
  const tokenHash = createHash('sha256').update(token).digest();
  const { expireTime } = await db
    .insertInto('sys_file_link')
    .values({ tokenHash, sysFileId: file.id, sysSessionId: user.sessionId, expireTime: inSeconds(linkMinutes * 60) })
    .returning('expireTime')
    .executeTakeFirstOrThrow();
  return { path: `/files/${file.id}/${encodeURIComponent(file.fileName)}?x=${token}`, expireTime };
}
