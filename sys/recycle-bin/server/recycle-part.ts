import type { RestoreAnswer } from '@back-office/contract/calls/recycle.ts';
import { recycle } from '../recycle.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { changesNow } from '@back-office/server/crud/change.ts';
import type { Context } from '@back-office/server/crud/context.ts';
import { readIds } from '@back-office/server/crud/delete.ts';
import { defaultOperations, type ResourcePart, type RouteParts } from '@back-office/server/crud/operations.ts';
import { once } from '@back-office/server/identity/session/once.ts';
import { exactShape } from '@back-office/contract/calls/call-shape.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { restore } from '@back-office/server/crud/recycle/restore.ts';
import { labelNow, shownByNow } from '../../shared/server/shown-now.ts';
import { collectRestored, requireDictValues, type Restored } from './require-dict-values.ts';
import { requireOpenTargets } from './require-open-targets.ts';

const restored = exactShape<RestoreAnswer>({ restored: z.int(), leftOut: z.int().describe('没能一起恢复的关联') });

interface Kept {
  readonly id: string;
  readonly recycleName?: unknown;
  readonly recycleFields?: unknown;
}

/** What is kept without what has become secret since. */
const shown = <Row extends Kept>(context: Context, kept: readonly Row[]): Promise<Row[]> =>
  shownByNow(context, recycle.table, kept, {
    kept: ['recycleName', 'recycleFields'],
    shown: (one, source) =>
      source === undefined
        ? one
        : { ...one, recycleName: labelNow(source, one.recycleName), recycleFields: changesNow(source, one.recycleFields) },
  });

/**
 * The recycle bin: people see the deleted records that they could read in their resource, within their data scope. Deleting here means purging, which
 * needs its own right; restoring needs `restore` here and `add` there.
 */
export const recyclePart: ResourcePart = {
  operations: {
    select: async (context, resource, id) => {
      const kept = await defaultOperations.select(context, resource, id);
      return (await shown(context, [kept]))[0] ?? kept;
    },
    selectPage: async (context, resource, query) => {
      const page = await defaultOperations.selectPage(context, resource, query);
      return { ...page, items: await shown(context, page.items) };
    },
  },
  routes: (app: FastifyInstance, parts: RouteParts) => {
    app.post<{ Params: { ids: string } }>(
      '/api/sys/recycle/restore/:ids',
      { config: { right: { resource: 'sys/recycle', permission: 'restore' }, shape: { data: restored } } },
      async (request) => {
        const ids = readIds(request.params.ids, '恢复');
        return ok(
          await once(parts.db, request, async (db) => {
            const context = parts.contextOf(db, request);
            const back: Restored = new Map();
            const answer = await restore(context, recycle, ids, collectRestored(parts.wrapped, back));
            await requireDictValues(context, back);
            await requireOpenTargets(context, back);
            return answer;
          }),
        );
      },
    );
  },
};
