import { type Operation, parentFieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import { isId } from '@back-office/contract/resource/field-schema.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ok } from '../platform/http/ok.ts';
import { hashAhead } from '../identity/passwords/hash-ahead.ts';
import { once } from '../identity/session/once.ts';
import { recordOf, recordsOf } from '../platform/http/record-of.ts';
import { Refusal, refusedField } from '../platform/http/refusal.ts';
import type { Right } from '../platform/http/right.ts';
import { saveEach } from './save-each.ts';
import type { Context } from './context.ts';
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

/** Registers the generic calls of one resource, each with the permission it needs (docs/wire.md "Generic calls"); returns what the function for its own calls does. */
export function resourceRoutes(app: FastifyInstance, resource: Resource, part: ResourcePart, parts: RouteParts): unknown {
  const operations = operationsOf(resource, part, parts);
  const base = `/api/${resource.name}`;
  readRoutes(app, base, resource, operations, parts);
  if (resource.operations.includes('save')) saveRoutes(app, base, resource, operations, parts);
  if (resource.operations.includes('delete')) deleteRoutes(app, base, resource, operations, parts);
  return part.routes?.(app, parts, operations);
}

/** The operations of a resource: the defaults, replaced by those of its part, wrapped in the rules of modules. */
export const operationsOf = (resource: Resource, part: ResourcePart, parts: RouteParts): Operations =>
  parts.wrapped(resource.name, { ...defaultOperations, ...part.operations });

const rightTo = ({ name }: Resource, ...permission: string[]): Guarded => ({ config: { right: { resource: name, permission } } });

interface Guarded {
  config: { right: Right };
}

interface Read {
  Params: { id: string };
  Querystring: Record<string, unknown>;
}

function readRoutes(app: FastifyInstance, base: string, resource: Resource, operations: Operations, parts: RouteParts): void {
  const get = (call: string, right: Guarded, answer: (context: Context, request: FastifyRequest<Read>) => unknown) =>
    app.get<Read>(`${base}/${call}`, right, async (request) => ok(await answer(parts.contextOf(parts.db, request), request)));
  const supports = (operation: Operation): boolean => resource.operations.includes(operation);
  if (supports('create')) get('create', rightTo(resource, 'add'), (context) => operations.create(context, resource));
  if (supports('select'))
    get('select/:id', rightTo(resource, 'read'), (context, { params }) => operations.select(context, resource, params.id));
  if (supports('save')) {
    const right = parts.optionRights(resource.name);
    const from = right.map(({ resource: name }) => name);
    get('select-options', { config: { right } }, (context, { query }) => selectOptions(context, resource, query, from));
  }
  if (!supports('select-page')) return;
  const { selectPage } = operations;
  get('select-page', rightTo(resource, 'read'), (context, { query }) => selectPage(context, resource, query));
  get('select-counts', rightTo(resource, 'read'), (context, { query }) => selectCounts(context, resource, query, selectPage));
  if (parentFieldOf(resource) === undefined) return;
  get('select-paths', rightTo(resource, 'read'), (context, { query }) => selectPaths(context, resource, query, selectPage));
  get('select-levels', rightTo(resource, 'read'), (context, { query }) => selectLevels(context, resource, query, selectPage));
}

function saveRoutes(app: FastifyInstance, base: string, resource: Resource, operations: Operations, parts: RouteParts): void {
  const { config } = rightTo(resource, 'add', 'edit');
  app.post(`${base}/save`, { config: { ...config, cachedSession: true } }, async (request) => {
    const posted = recordOf(request.body);
    return ok(await once(parts.db, request, (db) => save(parts.contextOf(db, request), resource, posted, operations.write)));
  });
  app.post(`${base}/save-each`, rightTo(resource, 'edit'), async (request) =>
    ok(await saveEach(parts, request, (context, posted) => save(context, resource, posted, operations.write))),
  );
  if (!resource.operations.includes('save-batch')) return;
  app.route<{ Querystring: { dryRun?: unknown } }>({
    // The client in the spec sends PUT for users.
    method: ['POST', 'PUT'],
    url: `${base}/save-batch`,
    ...rightTo(resource, 'import'),
    bodyLimit: batchBody,
    handler: async (request) => {
      const { dryRun } = request.query;
      if (dryRun !== undefined && dryRun !== 'true' && dryRun !== 'false') throw refusedField('dryRun', 'dryRun 只能是 true 或 false');
      const posted = recordsOf(request.body);
      const options = { dryRun: dryRun === 'true', write: operations.write, guard: operations.guard };
      const hash = options.dryRun ? undefined : await hashAhead(resource, posted);
      return ok(await once(parts.db, request, (db) => saveBatch({ ...parts.contextOf(db, request), hash }, resource, posted, options)));
    },
  });
}

function deleteRoutes(app: FastifyInstance, base: string, resource: Resource, operations: Operations, parts: RouteParts): void {
  const remove = (request: FastifyRequest, ids: string[]) =>
    once(parts.db, request, (db) => operations.remove(parts.contextOf(db, request), resource, ids));
  // Only for resources that others can refer to: nothing refers to a line of a log.
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
