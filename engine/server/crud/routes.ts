import { parentFieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import { isId } from '@back-office/contract/resource/field-schema.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ok } from '../platform/http/ok.ts';
import { once } from '../identity/session/once.ts';
import { recordOf, recordsOf } from '../platform/http/record-of.ts';
import { Refusal, refusedField } from '../platform/http/refusal.ts';
import { changeEach } from './change-each.ts';
import { readIds } from './delete.ts';
import { defaultOperations, type Operations, type ResourcePart, type RouteParts } from './operations.ts';
import { save } from './save.ts';
import { selectCounts } from './select-counts.ts';
import { selectRows } from './select.ts';
import { selectOptions } from './select-options.ts';
import { saveBatch } from './save-batch.ts';
import { selectLevels, selectPaths } from './tree-page.ts';

/** Largest JSON body of save-batch, in bytes; other calls take 1 MiB. */
const batchBody = 10 * 1024 * 1024;

/** Registers the generic calls of one resource, each with the right it needs (docs/wire.md "Generic calls"). */
export function resourceRoutes(app: FastifyInstance, resource: Resource, part: ResourcePart, parts: RouteParts): void {
  const operations = operationsOf(resource, part, parts);
  const answers = (operation: Resource['operations'][number]): boolean => resource.operations.includes(operation);
  const base = `/api/${resource.name}`;
  if (answers('create') || answers('select') || answers('select-page')) readRoutes(app, base, resource, operations, parts);
  if (answers('save')) saveRoutes(app, base, resource, operations, parts);
  if (answers('delete')) deleteRoutes(app, base, resource, operations, parts);
  part.routes?.(app, parts, operations);
}

/** The operations of a resource: the pattern's, with what its part puts in their place, and what modules put around them. */
export const operationsOf = (resource: Resource, part: ResourcePart, parts: RouteParts): Operations =>
  parts.wrapped(resource.name, { ...defaultOperations, ...part.operations });

const rightTo = (resource: Resource, ...permission: string[]): { config: { right: { resource: string; permission: string[] } } } => ({
  config: { right: { resource: resource.name, permission } },
});

function readRoutes(app: FastifyInstance, base: string, resource: Resource, operations: Operations, parts: RouteParts): void {
  const contextOf = (request: FastifyRequest) => parts.contextOf(parts.db, request);
  if (resource.operations.includes('create')) {
    app.get(`${base}/create`, rightTo(resource, 'add'), async (request) => ok(await operations.create(contextOf(request), resource)));
  }
  if (resource.operations.includes('select')) {
    app.get<{ Params: { id: string } }>(`${base}/select/:id`, rightTo(resource, 'read'), async (request) =>
      ok(await operations.select(contextOf(request), resource, request.params.id)),
    );
  }
  if (resource.operations.includes('save')) {
    const right = parts.optionRights(resource.name);
    const from = right.map(({ resource: name }) => name);
    app.get<{ Querystring: Record<string, unknown> }>(`${base}/select-options`, { config: { right } }, async (request) =>
      ok(await selectOptions(contextOf(request), resource, request.query, from)),
    );
  }
  if (resource.operations.includes('select-page')) {
    app.get<{ Querystring: Record<string, unknown> }>(`${base}/select-page`, rightTo(resource, 'read'), async (request) =>
      ok(await operations.selectPage(contextOf(request), resource, request.query)),
    );
    app.get<{ Querystring: Record<string, unknown> }>(`${base}/select-counts`, rightTo(resource, 'read'), async (request) =>
      ok(await selectCounts(contextOf(request), resource, request.query, operations.selectPage)),
    );
  }
  if (resource.operations.includes('select-page') && parentFieldOf(resource) !== undefined) {
    for (const [call, answer] of [['select-paths', selectPaths] as const, ['select-levels', selectLevels] as const])
      app.get<{ Querystring: Record<string, unknown> }>(`${base}/${call}`, rightTo(resource, 'read'), async (request) =>
        ok(await answer(contextOf(request), resource, request.query, operations.selectPage)),
      );
  }
}

function saveRoutes(app: FastifyInstance, base: string, resource: Resource, operations: Operations, parts: RouteParts): void {
  app.post(`${base}/save`, rightTo(resource, 'add', 'edit'), async (request) => {
    const posted = recordOf(request.body);
    return ok(await once(parts.db, request, (db) => save(parts.contextOf(db, request), resource, posted, operations.write)));
  });
  app.post(`${base}/save-each`, rightTo(resource, 'edit'), async (request) =>
    ok(await changeEach(parts, request, (context, posted) => save(context, resource, posted, operations.write))),
  );
  if (!resource.operations.includes('save-batch')) return;
  app.route<{ Querystring: { dryRun?: unknown } }>({
    // The spec's own client sends PUT, for users.
    method: ['POST', 'PUT'],
    url: `${base}/save-batch`,
    ...rightTo(resource, 'import'),
    bodyLimit: batchBody,
    handler: async (request) => {
      const { dryRun } = request.query;
      if (dryRun !== undefined && dryRun !== 'true' && dryRun !== 'false') throw refusedField('dryRun', 'dryRun 只能是 true 或 false');
      const posted = recordsOf(request.body);
      const options = { dryRun: dryRun === 'true', write: operations.write, guard: operations.guard };
      return ok(await once(parts.db, request, (db) => saveBatch(parts.contextOf(db, request), resource, posted, options)));
    },
  });
}

function deleteRoutes(app: FastifyInstance, base: string, resource: Resource, operations: Operations, parts: RouteParts): void {
  const remove = (request: FastifyRequest, ids: string[]) =>
    once(parts.db, request, (db) => operations.remove(parts.contextOf(db, request), resource, ids));
  // Only what can be referred to is asked about: nobody refers to a line of a log.
  if (resource.operations.includes('save')) {
    app.get<{ Params: { ids: string } }>(`${base}/select-uses/:ids`, rightTo(resource, 'delete'), async (request) => {
      const context = parts.contextOf(parts.db, request);
      const ids = readIds(request.params.ids);
      if ((await selectRows(context, resource, ids)).length !== ids.length) throw new Refusal('gone');
      return ok(await operations.uses(context, resource, ids));
    });
  }
  app.delete<{ Params: { id: string } }>(`${base}/delete/:id`, rightTo(resource, 'delete'), async (request) => {
    const { id } = request.params;
    if (!isId(id)) throw new Refusal('gone');
    return ok(await remove(request, [id.toLowerCase()]));
  });
  app.delete<{ Params: { ids: string } }>(`${base}/delete-ids/:ids`, rightTo(resource, 'delete'), async (request) =>
    ok(await remove(request, readIds(request.params.ids))),
  );
}
