import { type Kysely, sql } from 'kysely';
import { jsonText, storableText } from '../database/json-text.ts';
import { newId } from '../database/new-id.ts';
import type { Row, Tables, Value } from '../database/tables.ts';
import { type JobState, type NewJob, recurringKey } from './job-kind.ts';
import { ago, inSeconds, now } from '../database/now.ts';

/** The lease: after this many seconds without a renewal, a node has lost its job. */
export const leaseSeconds = 60;

/** A job taken by a node. */
export interface ClaimedJob extends Readonly<Row<'sys_job', 'id' | 'kind' | 'payload' | 'attempts' | 'cancelAsked' | 'createUser'>> {
  readonly leaseToken: NonNullable<Value<'sys_job', 'leaseToken'>>;
}

/** A node's progress report of its job. */
export interface JobProgress {
  readonly done: number;
  readonly total: number | undefined;
}

type LeasedJob = Pick<ClaimedJob, 'id' | 'leaseToken'>;

/**
 * Adds a job in the caller's transaction: it exists once that commits. Returns its id, or that of an unfinished job
 * with the same key.
 * @example
 * export const warnLater = (db: Kysely<Tables>, id: string) => addJob(db, { kind: 'acme-warn', payload: { id }, delay: 3600, key: id });
 */
export async function addJob(db: Kysely<Tables>, { kind, payload, ownerId = null, delay = 0, key }: NewJob): Promise<string> {
  const id = newId();
  const { rows } = await sql<Row<'sys_job', 'id'>>`
    INSERT INTO sys_job (id, kind, payload, key, run_time, create_user)
    VALUES (${id}, ${kind}, ${JSON.stringify(payload)}::jsonb, ${key ?? null}, now() + make_interval(secs => ${delay}), ${ownerId}::uuid)
    ON CONFLICT (kind, key) WHERE state IN ('waiting', 'running') DO UPDATE SET key = excluded.key RETURNING id`.execute(db);
  return rows[0]?.id ?? id;
}

/**
 * Takes jobs that are due, or whose node has died: up to `free` of each kind, and none of a paused kind. Two nodes
 * never get the same one; `held` are those that this node is still running.
 */
export async function claimJobs(db: Kysely<Tables>, free: ReadonlyMap<string, number>, held: readonly string[]): Promise<ClaimedJob[]> {
  const { rows } = await sql<ClaimedJob>`
    WITH due AS MATERIALIZED (
      SELECT found.id FROM unnest(${[...free.keys()]}::text[], ${[...free.values()]}::int[]) AS k(kind, free), LATERAL (
        SELECT id FROM sys_job j WHERE NOT EXISTS (SELECT FROM sys_job_kind p WHERE p.job_kind = k.kind AND p.is_paused) AND j.kind = k.kind AND j.id <> ALL(${held}::uuid[]) AND j.run_time <= now()
          AND (j.state = 'waiting' OR (j.state = 'running' AND j.lease_until < now()))
        ORDER BY j.run_time, j.id LIMIT k.free FOR UPDATE SKIP LOCKED) found)
    UPDATE sys_job j SET state = 'running', attempts = attempts + 1, lease_token = gen_random_uuid(),
      lease_until = now() + make_interval(secs => ${leaseSeconds})
    FROM due WHERE j.id = due.id
    RETURNING j.id, j.kind, j.payload, j.attempts, j.lease_token, j.cancel_asked, j.create_user`.execute(db);
  return rows;
}

/** Makes the job of a recurring kind due after this many seconds at most, unless it runs, or waits for a retry. */
export async function hastenRecurring(db: Kysely<Tables>, kind: string, delay = 0): Promise<void> {
  await db
    .updateTable('sys_job')
    .set({ runTime: inSeconds(delay) })
    .where('kind', '=', kind)
    .where('key', '=', recurringKey)
    .where('state', '=', 'waiting')
    .where('attempts', '=', 0)
    .where('runTime', '>', inSeconds(delay))
    .execute();
}

/** Renews the lease of a job for a minute and writes its progress. Returns whether it is still this node's, and whether to stop. */
export async function renewJobLease(
  db: Kysely<Tables>,
  job: LeasedJob,
  { done, total }: JobProgress,
): Promise<{ kept: boolean; cancelAsked: boolean }> {
  const kept = await updateLeased(db, job)
    .set({ leaseUntil: inSeconds(leaseSeconds), progressDone: done, progressTotal: total })
    .returning('cancelAsked')
    .executeTakeFirst();
  return { kept: kept !== undefined, cancelAsked: kept?.cancelAsked ?? false };
}

/** Ends a job, and returns whether it did: nothing happens if it is now another node's. */
export async function endJob(
  db: Kysely<Tables>,
  job: LeasedJob,
  state: Extract<JobState, 'done' | 'failed' | 'cancelled'>,
  { result = null, reason = null, pulse }: { result?: unknown; reason?: string | null; pulse?: JobProgress },
): Promise<boolean> {
  const { numUpdatedRows } = await updateLeased(db, job)
    .set({ state, endTime: now, result: jsonText(result ?? null), failReason: reason && storableText(reason) })
    .set({ progressDone: pulse?.done, progressTotal: pulse?.total })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Gives a job back, to be run after this many seconds, and returns whether it did; `attempts` is the number counted so far. */
export async function releaseJob(
  db: Kysely<Tables>,
  job: LeasedJob,
  { delay, attempts }: { delay: number; attempts: number },
): Promise<boolean> {
  const { numUpdatedRows } = await updateLeased(db, job)
    .set({ state: 'waiting', leaseToken: null, leaseUntil: null, attempts, runTime: inSeconds(delay) })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Cancels a job: a waiting one at once, a running one as soon as its node notices. False if it had already ended. */
export async function cancelJob(db: Kysely<Tables>, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sys_job')
    .set((eb) => ({
      cancelAsked: true,
      state: eb.case('state').when('waiting').then('cancelled').else(eb.ref('state')).end(),
      endTime: eb.case('state').when('waiting').then(now).end(),
    }))
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * After the database's clock ran ahead and was set back, corrects times in the future: jobs created then wait as long
 * from now, retries for `longest` seconds at most, and jobs of dead nodes for one lease.
 */
export async function repairJobTimes(db: Kysely<Tables>, longest: number): Promise<void> {
  await sql`
    UPDATE sys_job SET
      create_time = least(create_time, now()),
      lease_until = CASE WHEN state = 'running' THEN least(lease_until, ${inSeconds(leaseSeconds)}) END,
      run_time = CASE WHEN state = 'running' THEN least(run_time, now())
        WHEN create_time > now() THEN run_time - (create_time - now())
        ELSE least(run_time, ${inSeconds(longest)}) END
    WHERE (state = 'running' AND (run_time > now() OR lease_until > ${inSeconds(leaseSeconds)}))
      OR (state = 'waiting' AND (create_time > now() OR (attempts > 0 AND run_time > ${inSeconds(longest)})))`.execute(db);
}

/**
 * Whether nodes take jobs of the kind in the column `kind`: nobody paused it, and a node registered it within the hour before the last
 * registration of any. So jobs count on where all nodes have stopped.
 */
export const isTaken = sql<boolean>`kind IN (SELECT job_kind FROM sys_job_kind
  WHERE NOT is_paused AND seen_time > (SELECT max(seen_time) FROM sys_job_kind) - interval '1 hour')`;

/**
 * Deletes jobs that ended over a month ago, and the recurring ones that nobody will take: no node has registered their kind for an
 * hour, and each node registers its kinds, with their jobs, every ten minutes. Other jobs that nobody has taken for a month end as failed.
 */
export async function clearJobs(db: Kysely<Tables>): Promise<void> {
  await db.deleteFrom('sys_job').where('endTime', '<', ago('30 days')).execute();
  await db
    .deleteFrom('sys_job')
    .where('key', '=', recurringKey)
    .where('state', '=', 'waiting')
    .where('kind', 'not in', (kinds) => kinds.selectFrom('sys_job_kind').select('jobKind').where('seenTime', '>', ago('1 hour')))
    .execute();
  await db
    .updateTable('sys_job')
    .set({ state: 'failed', endTime: now, failReason: '没有节点执行这种任务' })
    .where('state', 'in', ['waiting', 'running'])
    .where('runTime', '<', ago('30 days'))
    .where('kind', 'not in', (kinds) => kinds.selectFrom('sys_job_kind').select('jobKind').where('seenTime', '>', ago('30 days')))
    .execute();
}

/** Updates a job if it is still this node's. */
const updateLeased = (db: Kysely<Tables>, { id, leaseToken }: LeasedJob) =>
  db.updateTable('sys_job').where('id', '=', id).where('state', '=', 'running').where('leaseToken', '=', leaseToken);
