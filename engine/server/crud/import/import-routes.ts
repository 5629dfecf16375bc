import { grouped } from '@back-office/contract/resource/grouped.ts';
import { recordOf } from '../../platform/http/record-of.ts';
import type { CallShape } from '@back-office/contract/calls/call-shape.ts';
import { type ImportCheck, importLimits, importStates } from '@back-office/contract/calls/import.ts';
import { importShapes, openImportShape } from '@back-office/contract/calls/import-shapes.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { FastifyInstance } from 'fastify';
import type { Operations, RouteParts } from '../operations.ts';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import { ok } from '../../platform/http/ok.ts';
import { readAs } from '../../platform/http/read-as.ts';
import { once } from '../../identity/session/once.ts';
import { conflict, refusedField } from '../../platform/http/refusal.ts';
import { signedInOf } from '../../identity/session/session-hook.ts';
import { checkPart } from './check-part.ts';
import { findImport, type Import, openImport, readBatches, readParts, stageRows } from './import-store.ts';
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
  const opening = openImportShape(resource);
  const config = (shape: CallShape, permission = 'import') => ({ config: { right: { resource: resource.name, permission }, shape } });

  app.post(`${base}/open-import`, config(opening), async (request) => {
    const { fileName } = readAs(opening.body, recordOf(request.body));
    const { userId } = signedInOf(request);
    return ok({ id: await withTransaction(parts.db, (db) => openImport(db, resource.name, fileName, userId)) });
  });

  app.post<OfOne>(`${base}/add-import-rows/:id`, { ...config(importShapes.addRows), bodyLimit: partBody }, async (request) => {
    const { userId } = signedInOf(request);
    await findImport(parts.db, resource.name, request.params.id, userId);
    const given = readRows(resource, request.body);
    const rows = await withTransaction(parts.db, async (db) => {
      const { id } = requireOpen(await findImport(db, resource.name, request.params.id, userId, 'lock'));
      return stageRows(db, id, given);
    });
    return ok({ rows });
  });

  app.post<OfOne>(`${base}/check-import/:id`, config(importShapes.check), async (request) => {
    const { userId } = signedInOf(request);
    const span = readSpanOf(request.query);
    const { id } = requireOpen(await findImport(parts.db, resource.name, request.params.id, userId, 'use'));
    // No transaction: the check may take seconds, and writes nothing.
    const context = parts.contextOf(parts.db, request);
    const answer: ImportCheck = { checked: 0, issues: [] };
    const checking = { guard: operations.guard, importId: id, seen: new Set<string>() };
    for await (const staged of readParts(parts.db, id, span)) {
      answer.checked += staged.length;
      answer.issues.push(...(await checkPart(context, resource, staged, checking)).issues);
    }
    return ok(answer);
  });

  app.post<OfOne>(`${base}/save-import/:id`, config(importShapes.save), async (request) => {
    const options = { importId: request.params.id, goodOnly: readAs(importShapes.save.query, request.query).goodOnly === 'true' };
    return ok(await once(parts.db, request, (db) => saveImport(parts.contextOf(db, request), resource, operations, options)));
  });

  app.get(`${base}/select-imports`, config(importShapes.batches), async (request) =>
    ok(await readBatches(parts.db, resource.name, signedInOf(request).userId)),
  );

  app.post<OfOne>(`${base}/undo-import/:id`, config(importShapes.undo, 'delete'), async (request) =>
    ok({
      undone: await once(parts.db, request, (db) => undoImport(parts.contextOf(db, request), resource, operations, request.params.id)),
    }),
  );
}

function requireOpen(found: Import): Import {
  if (found.state === importStates.open) return found;
  throw conflict({ conflict: 'imported', batchNo: found.batchNo ?? 0 }, '该文件已经导入，不能再修改');
}

function readSpanOf(query: unknown): { from: number; to: number } {
  const { from, to } = readAs(importShapes.check.query, query);
  if (to < from || to - from >= importLimits.partRows) throw refusedField('to', `一次最多检查 ${grouped(importLimits.partRows)} 行`);
  return { from, to };
}
