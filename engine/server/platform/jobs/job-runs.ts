import { outcomes } from '@back-office/contract/status.ts';
import { hostname } from 'node:os';
import { type Kysely, sql } from 'kysely';
import { newId } from '../database/new-id.ts';
import type { Tables } from '../database/tables.ts';

/** Runs that are kept of each kind: a sweep that fails once a night must not be pushed out by those that succeed every ten seconds. */
const kept = { [outcomes.success]: 30, [outcomes.failure]: 100 } as const;

/** Most characters of what went wrong. */
const errorLength = 500;

/** This process among those of the cluster, as people look for it. */
const nodeName = `${hostname()}:${process.pid}`;

/** A run of a job that has ended. */
export interface EndedRun {
  readonly job: string;
  readonly kind: string;
  readonly title: string;
  readonly attempt: number;
  /** Milliseconds. */
  readonly duration: number;
  readonly error?: unknown;
  /** It is not tried again by itself, and that was no refusal. */
  readonly final: boolean;
}

/** Writes down a run, in the transaction that ends or returns its job, and forgets the oldest of its kind. */
export async function recordRun(db: Kysely<Tables>, { job, kind, title, attempt, duration, error, final }: EndedRun): Promise<void> {
  const status = error === undefined ? outcomes.success : outcomes.failure;
  const milliseconds = Math.min(Math.round(duration), 2 ** 31 - 1);
  await sql`
    WITH old AS (
      DELETE FROM sys_job_run WHERE id IN (
        SELECT id FROM sys_job_run WHERE job_kind = ${kind} AND run_status = ${status} ORDER BY start_time DESC, id DESC OFFSET ${kept[status] - 1}))
    INSERT INTO sys_job_run (id, job_id, job_kind, job_title, start_time, run_duration, run_status, is_final, run_attempt, run_node, run_error)
    VALUES (${newId()}, ${job}::uuid, ${kind}, ${title}, clock_timestamp() - make_interval(secs => ${milliseconds / 1000}), ${milliseconds}, ${status},
      ${final ? '是' : '否'}, ${attempt}, ${nodeName}, ${error === undefined ? null : describe(error)})`.execute(db);
}

/** What went wrong, for who looks after the server; never a password of an address. */
function describe(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  return text.replaceAll(/(\w+:\/\/)[^\s/@]*@/g, '$1…@').slice(0, errorLength);
}
