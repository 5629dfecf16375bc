import { outcomes } from '@back-office/contract/status.ts';
import { hostname } from 'node:os';
import { type Kysely, sql } from 'kysely';
import { storableText } from '../database/json-text.ts';
import { newId } from '../database/new-id.ts';
import type { Tables } from '../database/tables.ts';

/** Runs kept of each kind: a sweep that fails once a night must not be pushed out by those that succeed every ten seconds. */
const maxRuns = { [outcomes.success]: 30, [outcomes.failure]: 100 } as const;

/** Most characters of an error. */
const errorLength = 500;

/** The name of this process in the cluster, for people who look for it. */
const nodeName = `${hostname()}:${process.pid}`;

/** A finished run of a job. */
export interface EndedRun {
  readonly job: string;
  readonly kind: string;
  readonly title: string;
  readonly attempt: number;
  /** Milliseconds. */
  readonly duration: number;
  readonly error?: unknown;
  /** It failed for good, other than by a refusal. */
  readonly final: boolean;
}

/** Records a run, in the transaction that ends or gives back its job, and deletes the oldest of its kind. */
export async function recordRun(db: Kysely<Tables>, { job, kind, title, attempt, duration, error, final }: EndedRun): Promise<void> {
  const status = error === undefined ? outcomes.success : outcomes.failure;
  const milliseconds = Math.min(Math.round(duration), 2 ** 31 - 1);
  const oldest = db
    .selectFrom('sys_job_run')
    .select('id')
    .where('jobKind', '=', kind)
    .where('runStatus', '=', status)
    .orderBy('startTime', 'desc')
    .orderBy('id', 'desc')
    .offset(maxRuns[status] - 1);
  await db
    .with('old', (before) => before.deleteFrom('sys_job_run').where('id', 'in', oldest))
    .insertInto('sys_job_run')
    .values({
      id: newId(),
      jobId: job,
      jobKind: kind,
      jobTitle: title,
      startTime: sql<string>`clock_timestamp() - make_interval(secs => ${milliseconds / 1000})`,
      runDuration: milliseconds,
      runStatus: status,
      isFinal: final ? '是' : '否',
      runAttempt: attempt,
      runNode: nodeName,
      runError: error === undefined ? null : describe(error),
    })
    .execute();
}

/** The error for the administrator, without the password of any address. */
function describe(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  return storableText(text.replaceAll(/(\w+:\/\/)[^\s/@]*@/g, '$1…@').slice(0, errorLength));
}
