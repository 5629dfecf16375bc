import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { FastifyInstance } from 'fastify';
import type { RouteParts } from '../crud/operations.ts';
import { ok } from '../platform/http/ok.ts';
import { selectChanges } from './select-changes.ts';

/** GET {res}/changes, for every resource whose records are saved and listed: logs are read by their time instead. */
export function changesRoutes(app: FastifyInstance, resource: Resource, parts: RouteParts): void {
  const { name, operations } = resource;
  if (!operations.includes('select-page') || !operations.includes('save')) return;
  const config = { right: { resource: name, permission: 'read' } };
  app.get<{ Querystring: Record<string, unknown> }>(`/api/${name}/changes`, { config }, async (request) =>
    ok(await selectChanges(parts.contextOf(parts.db, request), resource, request.query)),
  );
}
