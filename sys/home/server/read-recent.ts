import { isId } from '@back-office/contract/resource/field-schema.ts';
import { may } from '@back-office/contract/resource/permission.ts';
import { recentKey } from '@back-office/contract/calls/preference.ts';
import { recordIn } from '@back-office/contract/record-in.ts';
import { sql } from 'kysely';
import type { Context } from '@back-office/server/crud/context.ts';
import { column } from '@back-office/server/crud/columns.ts';
import { visible } from '@back-office/server/crud/visible.ts';
import type { RecentRecord } from '../home-answer.ts';

/** How many are shown, how many candidates are checked for them, and how many log entries are read for changed ones. */
const most = { shown: 8, asked: 30, lines: 60 };

type Touched = Omit<RecentRecord, 'label'>;

/**
 * The records that the person last opened (which the browser stores in the preferences) or changed (from the log), newest first. Records that the
 * person may no longer read, or that are no longer in their data scope, are left out.
 */
export async function readRecent(context: Context): Promise<RecentRecord[]> {
  const touched = await readTouched(context);
  if (touched.length === 0) return [];
  const named = [...Map.groupBy(touched, ({ resource }) => resource)].map(([name, some]) => {
    const resource = context.resourceOf(name);
    return sql`SELECT ${name}::text AS resource, t.id, ${column(resource.label)}::text AS label FROM ${sql.table(resource.table)} t
      WHERE t.id = ANY(${some.map(({ id }) => id)}::uuid[]) AND ${visible(context, resource)}`;
  });
  const { rows } = await sql<Pick<RecentRecord, 'resource' | 'id' | 'label'>>`${sql.join(named, sql` UNION ALL `)}`.execute(context.db);
  const labels = new Map(rows.map(({ resource, id, label }) => [`${resource} ${id}`, label]));
  return touched
    .flatMap((one) => {
      const label = labels.get(`${one.resource} ${one.id}`);
      return label === undefined || label === null || label === '' ? [] : [{ ...one, label }];
    })
    .slice(0, most.shown);
}

/** Each record once, with the person's last action on it, if the person may read its resource. */
async function readTouched({ db, user, resources }: Context): Promise<Touched[]> {
  const chosen = await db
    .selectFrom('sys_user_preference')
    .select('value')
    .where('sysUserId', '=', user.userId)
    .where('key', '=', recentKey)
    .executeTakeFirst();
  const opened = entriesOf(chosen?.value);
  const { rows: touched } = await sql<Touched>`
    WITH changed AS (
      SELECT target_resource, target_id, opt_time FROM sys_log_opt WHERE create_user = ${user.userId}::uuid
      ORDER BY opt_time DESC LIMIT ${most.lines})
    SELECT DISTINCT ON (resource, id) resource, id, how, to_char(time, 'YYYY-MM-DD HH24:MI:SS') AS time FROM (
      SELECT target_resource AS resource, target_id AS id, 'changed' AS how, opt_time AS time FROM changed WHERE target_id IS NOT NULL
      UNION ALL
      SELECT o.resource, o.id::uuid, 'opened', least(to_timestamp(o.at / 1000.0), now())
      FROM json_to_recordset(${JSON.stringify(opened)}::json) AS o(resource text, id text, at float8)) AS t
    ORDER BY resource, id, time DESC`.execute(db);
  const readable = new Set(
    resources.filter(({ name, operations }) => operations.includes('save') && may(user.rights, name, 'read')).map(({ name }) => name),
  );
  return touched
    .filter(({ resource }) => readable.has(resource))
    .toSorted((one, other) => (one.time < other.time ? 1 : -1))
    .slice(0, most.asked);
}

/** The entries that the browser stored; anything malformed is ignored. */
function entriesOf(value: unknown): { resource: string; id: string; at: number }[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, most.asked).flatMap((entry: unknown) => {
    const { resource, id, at } = recordIn(entry);
    return typeof resource === 'string' && typeof id === 'string' && isId(id) && typeof at === 'number' && at > 0 && at < 1e14
      ? [{ resource, id, at }]
      : [];
  });
}
