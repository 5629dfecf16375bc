import { recordOf } from '../../platform/http/record-of.ts';
import { type ImportCheck, importLimits, templateName, importStates } from '@back-office/contract/calls/import.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { isPlainText } from '@back-office/contract/resource/plain-text.ts';
import type { FastifyInstance } from 'fastify';
import type { Operations, RouteParts } from '../operations.ts';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import { ok } from '../../platform/http/ok.ts';
import { once } from '../../identity/session/once.ts';
import { conflict, refusedField } from '../../platform/http/refusal.ts';
import { signedInOf } from '../../identity/session/session-hook.ts';
import { checkSpan, type Span } from './check-span.ts';
import { findImport, openImport, readBatches, stageRows } from './import-store.ts';
import { saveImport } from './save-import.ts';
import { readRows } from './staged-row.ts';
import { undoImport } from './undo-import.ts';

/** Largest body of add-import-rows, in bytes. */
const partBody = 8 * 1024 * 1024;

type OfOne = { Params: { id: string }; Querystring: Record<string, unknown> };

/** The calls of importing a sheet into a resource (engine/contract/calls/import.ts). */
export function importRoutes(app: FastifyInstance, resource: Resource, operations: Operations, parts: RouteParts): void {
  if (resource.import.length === 0) return;
  const base = `/api/${resource.name}`;
  const config = { right: { resource: resource.name, permission: 'import' } };

  app.post(`${base}/open-import`, { config }, async (request) => {
    const fileName = readOpening(resource, request.body);
    const { userId } = signedInOf(request);
    return ok({ id: await withTransaction(parts.db, (db) => openImport(db, resource.name, fileName, userId)) });
  });

  app.post<OfOne>(`${base}/add-import-rows/:id`, { config, bodyLimit: partBody }, async (request) => {
    const { userId } = signedInOf(request);
    await findImport(parts.db, resource.name, request.params.id, userId);
    const given = readRows(resource, request.body);
    const rows = await withTransaction(parts.db, async (db) => {
      const { id, state, batchNo } = await findImport(db, resource.name, request.params.id, userId, { lock: true });
      if (state !== importStates.open) throw conflict({ conflict: 'imported', batchNo: batchNo ?? 0 }, '该文件已经导入，不能再修改');
      const count = await stageRows(db, id, given);
      if (count > importLimits.rows) throw refusedField('rows', `一次最多导入 ${importLimits.rows} 行`);
      return count;
    });
    return ok({ rows });
  });

  app.post<OfOne>(`${base}/check-import/:id`, { config }, async (request) => {
    const { userId } = signedInOf(request);
    const { id } = await findImport(parts.db, resource.name, request.params.id, userId);
    const span = readSpanOf(request.query);
    // No transaction: it may take seconds, and nothing is written.
    const context = parts.contextOf(parts.db, request);
    const { rows, issues } = await checkSpan(context, resource, operations.guard, id, span, importLimits.partRows);
    const answer: ImportCheck = { checked: rows.length, issues: [...issues] };
    return ok(answer);
  });

  app.post<OfOne>(`${base}/save-import/:id`, { config }, async (request) => {
    const { goodOnly } = request.query;
    if (goodOnly !== undefined && goodOnly !== 'true' && goodOnly !== 'false')
      throw refusedField('goodOnly', 'goodOnly 只能是 true 或 false');
    const save = { goodOnly: goodOnly === 'true' };
    return ok(
      await once(parts.db, request, (db) => saveImport(parts.contextOf(db, request), resource, operations, request.params.id, save)),
    );
  });

  app.get(`${base}/select-imports`, { config }, async (request) =>
    ok(await readBatches(parts.db, resource.name, signedInOf(request).userId)),
  );

  const undoing = { right: { resource: resource.name, permission: 'delete' } };
  app.post<OfOne>(`${base}/undo-import/:id`, { config: undoing }, async (request) =>
    ok({
      undone: await once(parts.db, request, (db) => undoImport(parts.contextOf(db, request), resource, operations, request.params.id)),
    }),
  );
}

function readOpening(resource: Resource, body: unknown): string {
  const { type, fileName, ...others } = recordOf(body);
  const unknown = Object.keys(others)[0];
  if (unknown !== undefined) throw refusedField(unknown, `未知字段：${unknown.slice(0, 50)}`);
  if (type !== templateName(resource)) throw refusedField('type', '无效模版！');
  if (typeof fileName !== 'string' || fileName.trim() === '' || fileName.length > importLimits.fileName || !isPlainText(fileName))
    throw refusedField('fileName', `文件名应为 1 到 ${importLimits.fileName} 个字符`);
  return fileName.trim();
}

function readSpanOf(query: Readonly<Record<string, unknown>>): Span {
  const [from, to] = [rowNumber(query['from'], 'from', 0), rowNumber(query['to'], 'to', importLimits.partRows - 1)];
  if (to < from || to - from >= importLimits.partRows) throw refusedField('to', `一次最多检查 ${importLimits.partRows} 行`);
  return { from, to };
}

function rowNumber(value: unknown, name: string, absent: number): number {
  if (value === undefined) return absent;
  const number = typeof value === 'string' && /^\d{1,7}$/.test(value) ? Number(value) : -1;
  if (number < 0 || number > importLimits.maxRow) throw refusedField(name, `${name} 应为 0 到 ${importLimits.maxRow} 的整数`);
  return number;
}
