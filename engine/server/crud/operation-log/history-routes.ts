import type { HistoryEntry } from '@back-office/contract/calls/history.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { RouteParts } from '../operations.ts';
import { changesNow } from '../change.ts';
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
      const entries = await historyOf(parts.db, resource.name, id);
      return ok(entries.map((one) => ({ ...one, optChanges: changesNow(resource, one.optChanges) })));
    });
  }
}

const historyOf = async (db: Kysely<Tables>, resource: string, id: string): Promise<HistoryEntry[]> => {
  const { rows } = await sql<HistoryEntry>`
    SELECT id, opt_time, user_name, opt_type, opt_changes FROM sys_log_opt
    WHERE target_id = ${id}::uuid AND target_resource = ${resource} ORDER BY opt_time DESC, id DESC LIMIT ${maxEntries}`.execute(db);
  return rows;
};
