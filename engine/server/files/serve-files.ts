import { createHash } from 'node:crypto';
import { isId } from '@back-office/contract/resource/field-schema.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../crud/context.ts';
import { LruMap } from '../platform/lru-map.ts';
import { matchesEtag } from '../platform/http/matches-etag.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { readRange } from '../platform/storage/read-range.ts';
import { fileKinds } from './content/file-kinds.ts';
import type { FileParts } from './file-parts.ts';
import type { FileRow } from './file-record.ts';
import { fileResource } from '../crud/own-or-listed.ts';
import { checkWhileSent } from '../identity/session/check-while-sent.ts';
import { isUse } from '../identity/session/is-use.ts';
import { fileFor } from './file-for.ts';
import type { PathPurpose } from './path-signer.ts';
import { readParts } from './read-parts.ts';
import { type PartRow, partsOf } from './upload-row.ts';
import { now } from '../platform/database/now.ts';

/** The most fetches of a link for an external viewer. */
const maxFetches = 20;
/** Requests to run or frame a file are refused. */
const foreignUses = /^(?:script|style|worker|sharedworker|serviceworker|object|embed|iframe|frame)$/;

interface Served {
  readonly file: FileRow;
  readonly opens: PathPurpose;
  /** Writes the line of a download; absent where none is due. */
  readonly record?: (isWhole: boolean) => Promise<void>;
}

/** Files that a session lately began to download by ranges or downloaded: its further ranges leave no line. */
type Begun = LruMap<string, number>;
const maxBegun = 10_000;
const begunMs = 3_600_000;

/**
 * GET /files/{id}/{name}: a file's bytes for `<img>`, `<video>` and viewers, which send no authorization header. The path itself authorises the
 * request: it is signed and bound to a live session whose user must still be allowed to read the file, or was made for an external viewer
 * (docs/hardening.md (d)). Anything else gets an empty 403.
 */
export function serveFiles(app: FastifyInstance, parts: FileParts): void {
  const begun: Begun = new LruMap(maxBegun);
  app.route<{ Params: { id: string; name: string }; Querystring: Record<string, unknown> }>({
    method: ['GET', 'HEAD'],
    url: '/files/:id/:name',
    compress: false,
    handler: async (request, reply) => {
      const served = await allow(parts, request, begun).catch((error: unknown) => {
        if (error instanceof Refusal && error.outcome !== 'unavailable') return undefined;
        throw error;
      });
      if (served === undefined) return reply.code(403).send();
      return served.opens === 'thumbnail' ? sendThumbnail(parts, request, reply, served.file) : sendFile(parts, request, reply, served);
    },
  });
}

type FileRequest = FastifyRequest<{ Params: { id: string }; Querystring: Record<string, unknown> }>;

async function allow(parts: FileParts, request: FileRequest, begun: Begun): Promise<Served | undefined> {
  const { id } = request.params;
  const { headers, query } = request;
  const use = headers['sec-fetch-dest'];
  if (!isId(id)) return undefined;
  if (query['x'] !== undefined) return allowViewer(parts, request, request.method === 'HEAD' ? 0 : 1);
  if (typeof use === 'string' && foreignUses.test(use)) return undefined;
  if (headers['sec-fetch-site'] === 'cross-site') return undefined;
  const signed = await parts.signer.read(id, query, parts.clock());
  if (signed === undefined) return undefined;
  // Pages load what they show by themselves, and again; only a download is a person's.
  const file = await fileOf(parts, request, signed.sessionId, signed.opens === 'attachment' && isUse(request));
  if (file === undefined) return undefined;
  // Downloads of documents are logged; images shown on pages would flood the log.
  if (signed.opens !== 'attachment' || request.method !== 'GET') return { file, opens: signed.opens };
  const context = parts.contextOf(parts.db, request);
  return { file, opens: signed.opens, record: (isWhole) => recordDownload(context, file, begun, isWhole) };
}

/** One line for each download of the whole, and one for the ranges of a session. */
async function recordDownload(context: Context, { id, fileName }: FileRow, begun: Begun, isWhole: boolean): Promise<void> {
  const key = `${context.user.sessionId} ${id}`;
  if (!isWhole && performance.now() - (begun.get(key) ?? -begunMs) < begunMs) return;
  // Before the line is written: ranges may be asked for at once.
  begun.set(key, performance.now());
  await context.record(context, [{ resource: context.resourceOf(fileResource), type: '下载', id, target: fileName, fields: [] }]);
}

/** The file, if the session's person may read it now. */
async function fileOf(parts: FileParts, request: FileRequest, sessionId: string, prolongs: boolean): Promise<FileRow | undefined> {
  request.signedIn = await parts.sessions.checkSession(sessionId, prolongs);
  if (request.signedIn.mustFirst !== undefined) return undefined;
  return fileFor(parts.contextOf(parts.db, request), parts, request.params.id, 'read');
}

/**
 * A link for an external viewer: its holder may fetch the file a few times, while the session that made it is live and its person may read the file.
 */
async function allowViewer(parts: FileParts, request: FileRequest, counts: 0 | 1): Promise<Served | undefined> {
  const { id } = request.params;
  const { query } = request;
  const { x } = query;
  if (typeof x !== 'string' || Object.keys(query).length !== 1) return undefined;
  const link = await parts.db
    .updateTable('sys_file_link')
    .set((eb) => ({ fetches: eb('fetches', '+', counts) }))
    .where('tokenHash', '=', createHash('sha256').update(x).digest())
    .where('sysFileId', '=', id)
    .where('expireTime', '>', now)
    .where('fetches', '<', maxFetches)
    .returning('sysSessionId')
    .executeTakeFirst();
  if (link === undefined) return undefined;
  const file = await fileOf(parts, request, link.sysSessionId, false);
  return file === undefined ? undefined : { file, opens: 'attachment' };
}

interface FileHeaders {
  readonly type: string;
  readonly disposition: string;
  readonly etag: string;
}

/** Headers of every answer with a file's bytes: no content is ever sniffed, framed or run. */
function fileHeaders(reply: FastifyReply, { type, disposition: opensAs, etag }: FileHeaders): void {
  reply.headers({
    'content-type': type,
    'content-disposition': opensAs,
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'cache-control': 'private, max-age=600',
    'accept-ranges': 'bytes',
    etag,
  });
}

/** Both forms of the file name (RFC 6266): old clients read the first, which keeps only plain characters. */
function disposition(opens: 'inline' | 'attachment', name: string): string {
  const plain = name.replaceAll(/[^\w. ()-]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${opens}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

async function sendFile(
  parts: FileParts,
  request: FileRequest,
  reply: FastifyReply,
  { file, opens, record }: Served,
): Promise<FastifyReply> {
  const kind = fileKinds[file.fileType];
  const shown = opens === 'inline' && kind?.inline === true ? 'inline' : 'attachment';
  const headers = {
    type: kind?.mime ?? 'application/octet-stream',
    disposition: disposition(shown, file.fileName),
    etag: `"${file.sysUploadId}"`,
  };
  return sendBytes(parts, request, reply, { headers, rows: await partsOf(parts.db, file.sysUploadId), record });
}

async function sendThumbnail(parts: FileParts, request: FileRequest, reply: FastifyReply, file: FileRow): Promise<FastifyReply> {
  const key = await parts.thumbnails.keyOf(file.sysUploadId).catch((error: unknown) => {
    if (error instanceof Refusal && error.outcome === 'gone') return undefined;
    throw error;
  });
  const size = key === undefined ? undefined : await parts.storage.size(key);
  if (key === undefined || size === undefined) return reply.code(404).send();
  const headers = { type: 'image/webp', disposition: 'inline', etag: `"${file.sysUploadId}-t"` };
  return sendBytes(parts, request, reply, { headers, rows: [{ partSize: size, storageKey: key }] });
}

interface Bytes {
  readonly record?: Served['record'] | undefined;
  readonly headers: FileHeaders;
  readonly rows: readonly Pick<PartRow, 'partSize' | 'storageKey'>[];
}

/**
 * The bytes of the parts, or the requested range. If the storage fails now, the answer is 503 (`Unavailable`) without cacheable headers of the file:
 * the headers are set only once the first part is open.
 */
async function sendBytes(
  parts: FileParts,
  request: FileRequest,
  reply: FastifyReply,
  { headers, rows, record }: Bytes,
): Promise<FastifyReply> {
  if (matchesEtag(request, headers.etag)) {
    fileHeaders(reply, headers);
    return reply.code(304).send();
  }
  const size = rows.reduce((sum, { partSize }) => sum + partSize, 0);
  const { range: requestedRange, 'if-range': ifRange } = request.headers;
  // A range of another version would not fit what the client already has.
  const range = readRange(ifRange === undefined || ifRange === headers.etag ? requestedRange : undefined, size);
  if (range === undefined) return reply.code(416).header('content-range', `bytes */${size}`).send();
  const { start, end } = range === 'whole' ? { start: 0, end: size - 1 } : range;
  await record?.(end - start + 1 === size);
  const check = () => fileFor(parts.contextOf(parts.db, request), parts, request.params.id, 'read');
  const bytes =
    request.method === 'HEAD'
      ? undefined
      : checkWhileSent(await readParts(parts.storage, rows, { start, end }), { ...parts, request }, check);
  fileHeaders(reply, headers);
  if (range !== 'whole') reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  reply.header('content-length', end - start + 1);
  return reply.send(bytes);
}
