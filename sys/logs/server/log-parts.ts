import type { Resource } from '@back-office/contract/resource/resource.ts';
import { textOf } from '@back-office/contract/resource/text-of.ts';
import { logLogin } from '../log-login.ts';
import { logOpt } from '../log-opt.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { changesNow } from '@back-office/server/crud/change.ts';
import type { Context } from '@back-office/server/crud/context.ts';
import { create } from '@back-office/server/crud/create.ts';
import { remove } from '@back-office/server/crud/delete.ts';
import { defaultOperations, type ResourcePart } from '@back-office/server/crud/operations.ts';
import { visible } from '@back-office/server/crud/visible.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { conflict, Refusal, requireFound } from '@back-office/server/platform/http/refusal.ts';
import { shownByNow, targetNow, valuesNow } from '../../shared/server/shown-now.ts';
import type { Settings } from '@back-office/server/platform/settings.ts';

/** The parts of both logs. */
export const logParts = ({ logKeepDays }: Pick<Settings, 'logKeepDays'>): Record<string, ResourcePart> => ({
  [logLogin.name]: logPart(logLogin, 'loginTime', logKeepDays),
  [logOpt.name]: logPart(logOpt, 'optTime', logKeepDays, reads),
});

interface Line {
  readonly id: string;
  readonly optType?: unknown;
  readonly optTarget?: unknown;
  readonly optChanges?: unknown;
  readonly requestParams?: unknown;
  readonly requestPath?: unknown;
}

/** Lines of the operation log without what has become secret since. What was sent may be of the resource that was called, or of the changed one. */
const shown = <Row extends Line>(context: Context, lines: readonly Row[]): Promise<Row[]> =>
  shownByNow(context, logOpt.table, lines, {
    kept: ['optTarget', 'optChanges', 'requestParams'],
    shown: (line, source) => {
      const { optType, optTarget, optChanges, requestParams, requestPath } = line;
      const called = context.resources.find(({ name }) => textOf(requestPath).startsWith(`/api/${name}/`));
      return {
        ...line,
        ...(source && { optTarget: targetNow(source, optType, optTarget), optChanges: changesNow(source, optChanges) }),
        requestParams: [called, source].reduce(
          (sent, resource) => (resource === undefined ? sent : valuesNow(resource, sent)),
          requestParams,
        ),
      };
    },
  });

const reads: ResourcePart['operations'] = {
  select: async (context, resource, id) => {
    const line = await defaultOperations.select(context, resource, id);
    return (await shown(context, [line]))[0] ?? line;
  },
  selectPage: async (context, resource, query) => {
    const page = await defaultOperations.selectPage(context, resource, query);
    return { ...page, items: await shown(context, page.items) };
  },
};

/**
 * Special behaviour of logs (docs/wire.md "Generic calls", "Specific calls"): `create` returns an empty record, entries cannot be saved, and cannot
 * be deleted before they are `keepDays` old; 0 allows deleting all. `time` names the field with the entry's time.
 */
function logPart(resource: Resource, time: string, keepDays: number, reads: ResourcePart['operations'] = {}): ResourcePart {
  return {
    operations: {
      ...reads,
      remove: async (context, _resource, ids) => {
        await requireOld(context, resource, ids, { time, keepDays });
        await remove(context, resource, ids);
      },
    },
    routes: (app) => logRoutes(app, resource),
  };
}

/** Refuses with 40900 if one of the entries visible to this person must be kept; says nothing of other entries. */
async function requireOld(
  context: Context,
  resource: Resource,
  ids: readonly string[],
  { time, keepDays }: { time: string; keepDays: number },
): Promise<void> {
  if (keepDays === 0) return;
  const { rows } = await sql<{ id: string; isYoung: boolean | null }>`
    SELECT t.id, ${sql.ref(`t.${time}`)} > now() - make_interval(days => ${keepDays}) AS is_young
    FROM ${sql.table(resource.table)} t WHERE t.id = ANY(${ids}::uuid[]) AND ${visible(context, resource)}`.execute(context.db);
  requireFound(ids, rows);
  const young = rows.filter(({ isYoung }) => isYoung === true).length;
  if (young === 0) return;
  const which = ids.length === 1 ? '这条日志还不能删除' : `所选 ${ids.length} 条中有 ${young} 条还不能删除`;
  throw conflict({ conflict: 'kept', days: keepDays, count: young }, `日志须保留 ${keepDays} 天，${which}`);
}

/** The generic write calls: they answer with a reason, rather than as unknown calls. */
function logRoutes(app: FastifyInstance, resource: Resource): void {
  const base = `/api/${resource.name}`;
  app.get(`${base}/create`, { config: { right: { resource: resource.name, permission: 'add' } } }, () => ok(create(resource)));
  const refuse = (): never => {
    throw new Refusal('notPermitted', { message: '日志由系统记录，不能新增或修改' });
  };
  // Open to everyone signed in: no right of any role allows writing.
  app.post(`${base}/save`, { config: { right: 'session' } }, refuse);
  app.route({ method: ['POST', 'PUT'], url: `${base}/save-batch`, config: { right: 'session' }, handler: refuse });
}
