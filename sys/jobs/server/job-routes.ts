import { isId } from '@back-office/contract/resource/field-schema.ts';
import type { FieldChange } from '@back-office/contract/calls/history.ts';
import type { Context } from '@back-office/server/crud/context.ts';
import type { RouteParts } from '@back-office/server/crud/operations.ts';
import { select } from '@back-office/server/crud/select.ts';
import { once } from '@back-office/server/identity/session/once.ts';
import { now } from '@back-office/server/platform/database/now.ts';
import type { Row } from '@back-office/server/platform/database/tables.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { readAs } from '@back-office/server/platform/http/read-as.ts';
import { recordOf } from '@back-office/server/platform/http/record-of.ts';
import { conflict, Refusal, refusedField } from '@back-office/server/platform/http/refusal.ts';
import { nextTimes } from '@back-office/server/platform/jobs/cron.ts';
import { recurs } from '@back-office/server/platform/jobs/job-kind.ts';
import { replan, retryJob, runSoon } from '@back-office/server/platform/jobs/job-plan.ts';
import type { FastifyInstance } from 'fastify';
import { job } from '../job.ts';
import { jobRun } from '../job-run.ts';
import type { NextTimes } from '../job-calls.ts';
import { jobShapes, mistakenCron } from './job-shapes.ts';

type OfOne = { Params: { id: string } };
type Kind = Row<'sys_job_kind', 'id' | 'version' | 'jobKind' | 'jobTitle' | 'jobCron' | 'isPaused'>;

const plan = { right: { resource: job.name, permission: 'plan' } } as const;

/**
 * GET next-times?cron=, PUT plan/{id} with `{ version, jobCron }` (empty: the plan in the code), PUT pause/{id} and resume/{id} with `{ version }`,
 * POST run/{id}. Each change is written to the operation log.
 */
export function jobRoutes(app: FastifyInstance, parts: RouteParts, timeZone: string): void {
  const { nextTimes: nextTimesShape } = jobShapes;
  app.get('/api/sys/job/next-times', { config: { ...plan, summary: '一个计划接下来的执行时间', shape: nextTimesShape } }, (request) => {
    const times = nextTimes(normalizeCron(readAs(nextTimesShape.query, request.query).cron, timeZone) ?? '', new Date(), timeZone, 5);
    return ok({ times: times.map((time) => time.toLocaleString('sv-SE', { timeZone })) } satisfies NextTimes);
  });

  app.put<OfOne>(
    '/api/sys/job/plan/:id',
    { config: { ...plan, summary: '调整任务的执行时间', shape: jobShapes.plan } },
    async (request) => {
      const { version, jobCron: cronText } = readAs(jobShapes.plan.body, recordOf(request.body));
      const jobCron = normalizeCron(cronText, timeZone);
      return ok(
        await once(parts.db, request, async (db) => {
          const context = parts.contextOf(db, request);
          const kind = await lockKind(app, context, request.params.id, version);
          const known = kindOf(app, kind.jobKind);
          if (!recurs(known)) throw refusedField('jobCron', '此任务由操作触发，没有执行时间');
          await change(context, kind, { jobCron }, '调整计划', [
            { field: 'jobCron', label: '执行时间', before: kind.jobCron, after: jobCron },
          ]);
          await replan(db, known, timeZone);
          return select(context, job, kind.id);
        }),
      );
    },
  );

  for (const [path, isPaused, type] of [
    ['pause', true, '暂停'],
    ['resume', false, '恢复'],
  ] as const)
    app.put<OfOne>(`/api/sys/job/${path}/:id`, { config: { ...plan, summary: `${type}任务`, shape: jobShapes.pause } }, async (request) => {
      const { version } = readAs(jobShapes.pause.body, recordOf(request.body));
      return ok(
        await once(parts.db, request, async (db) => {
          const context = parts.contextOf(db, request);
          const kind = await lockKind(app, context, request.params.id, version);
          await change(context, kind, { isPaused }, type, []);
          return select(context, job, kind.id);
        }),
      );
    });

  const run = { right: { resource: job.name, permission: 'run' }, summary: '立即执行任务', shape: jobShapes.run } as const;
  app.post<OfOne>('/api/sys/job/run/:id', { config: run }, async (request) => {
    await once(parts.db, request, async (db) => {
      const context = parts.contextOf(db, request);
      const kind = await lockKind(app, context, request.params.id);
      if (!recurs(kindOf(app, kind.jobKind))) throw new Refusal('refused', { message: '此任务由操作触发，不能单独执行' });
      await runNow(context, kind);
      await context.record(context, [{ resource: job, type: '立即执行', id: kind.id, target: kind.jobTitle, fields: [] }]);
    });
    app.jobs.wake();
    return ok(undefined);
  });
}

/** POST retry/{id}: retries the job of a failed run from the start. */
export function jobRunRoutes(app: FastifyInstance, parts: RouteParts): void {
  const config = { right: { resource: jobRun.name, permission: 'retry' }, summary: '重试失败的任务', shape: jobShapes.run } as const;
  app.post<OfOne>('/api/sys/job-run/retry/:id', { config }, async (request) => {
    await once(parts.db, request, async (db) => {
      const context = parts.contextOf(db, request);
      const row = await select(context, jobRun, request.params.id);
      const { jobId, jobKind } = await db
        .selectFrom('sys_job_run')
        .select(['jobId', 'jobKind'])
        .where('id', '=', row.id)
        .executeTakeFirstOrThrow();
      refuseKey(app, context, jobKind);
      const kind = await db.selectFrom('sys_job_kind').selectAll().where('jobKind', '=', jobKind).executeTakeFirst();
      const message = app.jobs.kinds.find(({ name }) => name === jobKind)?.unrepeatable;
      if (message !== undefined) throw new Refusal('refused', { message });
      if (kind !== undefined && recurs(kindOf(app, jobKind))) await runNow(context, kind);
      else if (!(await retryJob(db, jobId))) throw new Refusal('refused', { message: '这个任务已重新执行、已完成或已清理，不需要重试' });
      await context.record(context, [{ resource: jobRun, type: '重试', id: row.id, target: row.jobTitle ?? jobKind, fields: [] }]);
    });
    app.jobs.wake();
    return ok(undefined);
  });
}

async function runNow({ db }: Context, { jobKind, isPaused }: Pick<Kind, 'jobKind' | 'isPaused'>): Promise<void> {
  if (isPaused) throw new Refusal('refused', { message: '任务已暂停，请先恢复' });
  if (!(await runSoon(db, jobKind))) throw new Refusal('refused', { message: '任务正在执行，请等它结束' });
}

/** Normalises a cron expression to single spaces; null for none. Refuses with 40000 an expression that never matches. */
function normalizeCron(text: string | null | undefined, timeZone: string): string | null {
  if (text === undefined || text === null || text === '') return null;
  const words = text.trim().split(/\s+/).join(' ');
  if (nextTimes(words, new Date(), timeZone, 1).length === 0) throw refusedField('jobCron', mistakenCron);
  return words;
}

/** Refuses with 40300 an API key for work that is closed to keys. */
function refuseKey(app: FastifyInstance, { user }: Context, jobKind: string): void {
  if (user.key !== undefined && app.jobs.kinds.find(({ name }) => name === jobKind)?.keys === false)
    throw new Refusal('notPermitted', { message: '接口密钥不能管理这个任务' });
}

function kindOf(app: FastifyInstance, name: string) {
  const kind = app.jobs.kinds.find((one) => one.name === name);
  if (kind === undefined) throw new Refusal('refused', { message: '这台服务器没有这个任务，可能正在升级，请稍后再试' });
  return kind;
}

/** Locks the kind's row, so that concurrent changes are serialised; 40900 for a change based on an older version, 40300 as `refuseKey` does. */
async function lockKind(app: FastifyInstance, context: Context, id: string, version?: number): Promise<Kind> {
  if (!isId(id)) throw new Refusal('gone');
  const kind = await context.db.selectFrom('sys_job_kind').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (kind === undefined) throw new Refusal('gone');
  refuseKey(app, context, kind.jobKind);
  if (version === undefined) return kind;
  if (version !== kind.version) throw conflict({ conflict: 'version', current: await select(context, job, id) });
  return kind;
}

async function change(
  context: Context,
  { id, version, jobTitle }: Kind,
  values: Partial<Pick<Kind, 'jobCron' | 'isPaused'>>,
  type: string,
  fields: readonly FieldChange[],
): Promise<void> {
  await context.db
    .updateTable('sys_job_kind')
    .set({ ...values, version: version + 1, updateTime: now, updateUser: context.user.userId })
    .where('id', '=', id)
    .execute();
  await context.record(context, [{ resource: job, type, id, target: jobTitle, fields }]);
}
