import { may } from '@back-office/contract/resource/permission.ts';
import { sql } from 'kysely';
import type { FindReaders } from '../../identity/live/readable-events.ts';
import type { Context } from '../context.ts';
import { unlessRefused } from '../select-counts.ts';
import { visible } from '../visible.ts';

/** The users who may read all these records now, by their permissions and data scopes; a deleted record is judged by its former columns (`stood`). */
export const readerFinder =
  (contextFor: (userId: string) => Promise<Context>): FindReaders =>
  async (name, { ids = [], stood }, users) => {
    const readers = new Set<string>();
    for (const user of users) {
      const context = await unlessRefused(() => contextFor(user));
      if (context === undefined || !may(context.user.rights, name, 'read')) continue;
      const resource = context.resourceOf(name);
      const table = sql.table(resource.table);
      const { rows } = await sql`
        SELECT FROM unnest(${ids}::uuid[]) AS asked(id) CROSS JOIN LATERAL jsonb_populate_record(NULL::${table},
          coalesce((SELECT to_jsonb(s) FROM ${table} s WHERE s.id = asked.id), ${JSON.stringify(stood ?? {})}::jsonb)) AS t
        WHERE ${visible(context, resource, [], stood?.orgsAbove)} IS NOT TRUE LIMIT 1`.execute(context.db);
      if (rows.length === 0) readers.add(user);
    }
    return readers;
  };
