import type { PageAnswer } from '@back-office/contract/calls/page.ts';
import type { RestoreAnswer } from '@back-office/contract/calls/recycle.ts';
import { recycle } from '../recycle.ts';
import { may } from '@back-office/contract/resource/permission.ts';
import type { WithFieldsOf } from '@back-office/contract/resource/resource.ts';
import type { RecordOf } from '@back-office/contract/resource/row.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Context } from '@back-office/server/crud/context.ts';
import { readIds, remove } from '@back-office/server/crud/delete.ts';
import { itemsOf } from '@back-office/server/crud/filter.ts';
import type { ResourcePart, RouteParts } from '@back-office/server/crud/operations.ts';
import { select, selectRows } from '@back-office/server/crud/select.ts';
import { selectPage } from '@back-office/server/crud/select-page.ts';
import { once } from '@back-office/server/identity/session/once.ts';
import { exactShape } from '@back-office/contract/calls/call-shape.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { Refusal } from '@back-office/server/platform/http/refusal.ts';
import { restore } from '@back-office/server/crud/recycle/restore.ts';

const restored = exactShape<RestoreAnswer>({ restored: z.int(), leftOut: z.int().describe('没能一起恢复的关联') });

/**
 * The recycle bin: everyone sees of it what they may read where it stood, in their data scope. Deleting is
 * purging, a right of its own; restoring asks `restore` here and `add` there.
 */
export const recyclePart: ResourcePart = {
  operations: { select: selectKept, selectPage: selectKeptPage, remove: purge },
  routes: (app: FastifyInstance, parts: RouteParts) => {
    app.post<{ Params: { ids: string } }>(
      '/api/sys/recycle/restore/:ids',
      { config: { right: { resource: 'sys/recycle', permission: 'restore' }, shape: { data: restored } } },
      async (request) => {
        const ids = readIds(request.params.ids, '恢复');
        return ok(
          await once(parts.db, request, async (db) => {
            const context = parts.contextOf(db, request);
            requireReadable(context, await selectRows(context, recycle, ids));
            return restore(context, recycle, ids, parts.wrapped);
          }),
        );
      },
    );
  },
};

type Bin = WithFieldsOf<typeof recycle>;

/** What kinds of records this user may read, by the word that the bin shows. */
const readable = ({ user, resources }: Context): string[] =>
  resources.filter(({ name, operations }) => operations.includes('save') && may(user.rights, name, 'read')).map(({ title }) => title);

async function selectKeptPage(
  context: Context,
  resource: Bin,
  query: Readonly<Record<string, unknown>>,
): Promise<PageAnswer<RecordOf<Bin>>> {
  if (context.user.rights.all) return selectPage(context, resource, query);
  const items = itemsOf(query['eq'], 'eq');
  const of = (title: string): string => `recycleModule:${title}`;
  const asked = items.filter((item) => item.startsWith(of('')));
  const allowed = readable(context).map(of);
  const shown = asked.length === 0 ? allowed : asked.filter((item) => allowed.includes(item));
  // Still read, so that a wrong filter is refused the same way; no kind of record has an empty title.
  const eq = [...items.filter((item) => !asked.includes(item)), ...(shown.length === 0 ? [of('')] : shown)];
  return selectPage(context, resource, { ...query, eq });
}

async function selectKept(context: Context, resource: Bin, id: string): Promise<RecordOf<Bin>> {
  const row = await select(context, resource, id);
  requireReadable(context, [row]);
  return row;
}

async function purge(context: Context, resource: Bin, ids: readonly string[]): Promise<void> {
  requireReadable(context, await selectRows(context, resource, ids));
  await remove(context, resource, ids);
}

/** What a user may not read does not exist for them. */
function requireReadable(context: Context, rows: readonly RecordOf<Bin>[]): void {
  if (context.user.rights.all) return;
  const titles = readable(context);
  if (rows.some(({ recycleModule }) => !titles.includes(recycleModule ?? ''))) throw new Refusal('gone');
}
