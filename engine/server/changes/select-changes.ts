import { type ChangesAnswer, changesLimits } from '@back-office/contract/calls/changes.ts';
import { hasChildren } from '@back-office/contract/resource/field.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { sql } from 'kysely';
import type { Context } from '../crud/context.ts';
import { pagedBy } from '@back-office/contract/calls/call-shape.ts';
import { countFittingRecords, readWeighed } from '../platform/http/weigh-rows.ts';
import { readAs } from '../platform/http/read-as.ts';
import { selectRows } from '../crud/select.ts';
import { visible } from '../crud/visible.ts';
import { conflict, Refusal } from '../platform/http/refusal.ts';
import { changedIds, changedSources, sourcesOf, type ReportedRecord } from './changed-ids.ts';
import { type Cursor, readCursor, writeCursor } from './cursor.ts';
import { readChangesState } from './changes-state.ts';

/**
 * GET changes: what a copy lacks that holds everything the caller saw at the cursor (docs/decisions/0080-changes-since.md). The changes are selected
 * by one snapshot, and the records are read after it: a change in between is returned by the next call.
 */
export async function selectChanges(
  context: Context,
  resource: Resource,
  query: Readonly<Record<string, unknown>>,
): Promise<ChangesAnswer> {
  const { limit } = readAs(counted, query);
  const cursor = readCursor(query['since']);
  const sources = sourcesOf(context, resource);
  // Changes of organisations and people affect the caller's reach.
  const needed = [...new Set([...sources, 'sys_org', 'sys_user'])];
  const { now, isFollowed, isKept, reachThen, reach } = await readChangesState(context, resource, needed, cursor);
  if (!isFollowed) throw new Refusal('noSuchCall', { message: `${resource.title}没有记录变更，不能只取变更` });
  if (cursor !== undefined && (!isKept || cursor.reach !== reachThen))
    throw conflict({ conflict: 'startOver' }, '数据范围、字段或数据库已改变，或距上次太久：请清空副本，不带 since 重新取');
  // Until the last page the digest of the first page is kept: later changes are returned from there on.
  const next: Cursor = {
    reach: cursor?.upto === undefined ? reach : cursor.reach,
    base: cursor?.base,
    upto: cursor?.upto ?? now,
    after: undefined,
  };
  const found = await nextReported(context, resource, { ...next, after: cursor?.after, sources: needed, most: limit + 1 });
  return answerOf(context, resource, found, { next, limit });
}

const counted = pagedBy(changesLimits.usual, changesLimits.most).pick({ limit: true });

/** The next records to report; one more than a page holds means that there is more. */
async function nextReported(
  context: Context,
  resource: Resource,
  { base, upto = '', after, sources, most }: Cursor & { readonly sources: readonly string[]; readonly most: number },
): Promise<readonly ReportedRecord[]> {
  if (base === undefined) {
    const { rows } = await sql<{ id: string }>`SELECT t.id FROM ${sql.table(resource.table)} t
      WHERE ${visible(context, resource)} AND ${after === undefined ? sql`true` : sql`t.id > ${after}::uuid`}
      ORDER BY t.id LIMIT ${most}`.execute(context.db);
    return rows.map(({ id }) => ({ id, isVisible: true }));
  }
  const changed = await changedSources(context, sources, { base, upto });
  return changed.length === 0 ? [] : changedIds(context, resource, changed, { base, upto, after, most });
}

async function answerOf(
  context: Context,
  resource: Resource,
  found: readonly ReportedRecord[],
  { next, limit }: { readonly next: Cursor; readonly limit: number },
): Promise<ChangesAnswer> {
  const asked = found.slice(0, limit);
  const fittingCount = await countFittingRecords(
    context.db,
    resource,
    asked.map(({ id }) => id),
  );
  const page = asked.slice(0, fittingCount);
  const more = found.length > page.length;
  const ids = page.flatMap(({ id, isVisible }) => (isVisible ? [id] : []));
  const rows = ids.length === 0 ? [] : await readWeighed(context.db, resource, ids, () => selectRows(context, resource, ids));
  return {
    items: rows.map(withoutChildren),
    gone: page.flatMap(({ id, isVisible }) => (isVisible ? [] : [id])),
    cursor: writeCursor(
      more ? { ...next, after: page.at(-1)?.id } : { reach: next.reach, base: next.upto, upto: undefined, after: undefined },
    ),
    more,
  };
}

/** Without `hasChildren`: the other records show whether there are any below. */
const withoutChildren = (row: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name !== hasChildren));
