import type { HistoryEntry } from '@back-office/contract/calls/history.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { RouteParts } from '../operations.ts';
import { select } from '../select.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { ok } from '../../platform/http/ok.ts';

/** The most entries that a history shows. */
const maxEntries = 200;

/** GET select-history/{id} of every editable resource: the changes of a record that the user may see. */
export function historyRoutes(app: FastifyInstance, resources: readonly Resource[], parts: RouteParts): void {
  for (const resource of resources.filter(({ operations }) => operations.includes('save'))) {
    const config = { right: { resource: resource.name, permission: 'read' } };
    app.get<{ Params: { id: string } }>(`/api/${resource.name}/select-history/:id`, { config }, async (request) => {
      const { id } = await select(parts.contextOf(parts.db, request), resource, request.params.id);
      return ok(await historyOf(parts.db, resource.name, id));
    });
  }
}

async function historyOf(db: Kysely<Tables>, resource: string, id: string): Promise<HistoryEntry[]> {
  return db
    .selectFrom('sys_log_opt')
    .select(['id', 'optTime', 'userName', 'optType', 'optChanges'])
    .where('targetId', '=', id)
    .where('targetResource', '=', resource)
    .orderBy('optTime', 'desc')
    .orderBy('id', 'desc')
    .limit(maxEntries)
    .$narrowType<Pick<HistoryEntry, 'optType' | 'optChanges'>>()
    .execute();
}
