import { type Kysely, sql } from 'kysely';
import { inSeconds, now, ago } from '../database/now.ts';
import { newId } from '../database/new-id.ts';
import type { Tables } from '../database/tables.ts';
import { nextTime } from './cron.ts';
import { type JobKind, recurringKey, recurs } from './job-kind.ts';
import { addJob } from './job-store.ts';

/** Kinds that no node has registered for this long are deleted, with their chosen plans. */
const forgotten = '30 days';

/** Writes the kinds of job for the administrators' page; an administrator's choices for a kind stay. */
export async function describeKinds(db: Kysely<Tables>, kinds: readonly JobKind<never>[]): Promise<void> {
  const rows = kinds.map(({ name, title, every, cron }) => ({
    id: newId(),
    kind: name,
    title: title ?? name,
    every: cron === undefined ? (every ?? null) : null,
    cron: cron ?? null,
  }));
  await sql`
    INSERT INTO sys_job_kind AS k (id, job_kind, job_title, job_every, default_cron)
    SELECT id, kind, title, every, cron FROM json_to_recordset(${JSON.stringify(rows)}::json)
      AS x(id uuid, kind text, title text, every integer, cron text) ORDER BY kind
    ON CONFLICT (job_kind) DO UPDATE SET job_title = excluded.job_title, job_every = excluded.job_every,
      default_cron = excluded.default_cron, seen_time = now()`.execute(db);
  await db.deleteFrom('sys_job_kind').where('seenTime', '<', ago(forgotten)).execute();
}

/**
 * Seconds until a recurring kind is due again: by the cron expression that somebody chose for it, or by its own plan.
 * By the database's clock alone, so that a node whose clock is wrong runs nothing twice. Locks the choice: in a
 * transaction, nobody changes it before the job is given back.
 */
export async function secondsToNext(db: Kysely<Tables>, kind: JobKind<never>, timeZone: string): Promise<number> {
  const { rows } = await sql<{ words: string | null; at: number }>`
    WITH chosen AS (SELECT job_cron FROM sys_job_kind WHERE job_kind = ${kind.name} FOR SHARE)
    SELECT (SELECT job_cron FROM chosen) AS words, extract(epoch FROM now())::float8 AS at`.execute(db);
  const [{ words, at } = { words: null, at: Date.now() / 1000 }] = rows;
  const cron = words ?? kind.cron;
  const next = cron === undefined ? undefined : nextTime(cron, new Date(at * 1000), timeZone);
  // A moment later: rounded down, it would be due before its time, and then once more at it.
  return next === undefined ? (kind.every ?? 86_400) : next.getTime() / 1000 - at + 0.001;
}

/** Reschedules a recurring kind by its plan, after somebody changed that; one that is running is rescheduled when it ends. */
export async function replan(db: Kysely<Tables>, kind: JobKind<never>, timeZone: string): Promise<void> {
  if (!recurs(kind)) return;
  const delay = await secondsToNext(db, kind, timeZone);
  await addJob(db, { kind: kind.name, payload: null, key: recurringKey, delay });
  await db
    .updateTable('sys_job')
    .set({ runTime: inSeconds(delay) })
    .where('kind', '=', kind.name)
    .where('key', '=', recurringKey)
    .where('state', '=', 'waiting')
    .execute();
}

/** Makes the job of a recurring kind due now. False while it runs: it never runs twice at once. */
export async function runSoon(db: Kysely<Tables>, kind: string): Promise<boolean> {
  await addJob(db, { kind, payload: null, key: recurringKey });
  const { numUpdatedRows } = await db
    .updateTable('sys_job')
    .set({ runTime: now, attempts: 0 })
    .where('kind', '=', kind)
    .where('key', '=', recurringKey)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Restarts a failed job from its first attempt. False if it has not failed, or another with its key exists. */
export async function retryJob(db: Kysely<Tables>, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE sys_job j SET state = 'waiting', attempts = 0, run_time = now(), end_time = NULL, fail_reason = NULL, cancel_asked = false,
      progress_done = 0, lease_token = NULL, lease_until = NULL
    WHERE id = ${id}::uuid AND state = 'failed' AND NOT EXISTS (
      SELECT FROM sys_job o WHERE o.kind = j.kind AND o.key = j.key AND o.state IN ('waiting', 'running'))`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}
