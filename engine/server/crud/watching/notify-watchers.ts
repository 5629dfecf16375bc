import { type Kysely, sql } from 'kysely';
import type { Change } from '../change.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { given, Statement } from '../../platform/database/statement.ts';

/** The number of sessions that fit into one notification, besides the organisations above a record. */
const perNotification = 80;

/** Notifies only the sessions that have one of the changed records open for editing, in one statement. */
export async function notifyWatchers(db: Kysely<Tables>, changes: readonly Change[]): Promise<void> {
  const changed = changes.filter(({ type }) => type !== '新增').map(({ id, resource, stood }) => ({ id, resource: resource.name, stood }));
  if (changed.length === 0) return;
  await notify.send(db, { changed: JSON.stringify(changed) });
}

const notify = new Statement(
  () => sql`
    SELECT tell_nodes(json_build_object('kind', 'changed', 'topic', 'record', 'resource', target_resource,
      'ids', json_build_array(target_id), 'stood', stood, 'sessions', json_agg(sys_session_id))::text)
    FROM (
      SELECT w.*, c.stood, (row_number() OVER (PARTITION BY w.target_id, w.target_resource) - 1) / ${perNotification}::integer AS part
      FROM json_to_recordset(${given('changed')}::json) AS c(id uuid, resource text, stood jsonb)
      JOIN sys_live_watch w ON w.target_id = c.id AND w.target_resource = c.resource
    ) watching GROUP BY target_id, target_resource, stood, part`,
);
