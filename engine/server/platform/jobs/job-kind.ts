import type { LiveTopic } from '@back-office/contract/calls/live.ts';

/** Work that outlives a request, as a feature declares it (`ServerFeature.jobs`). */
export interface JobKind<Payload = unknown> {
  /** Stored with each job, so it must never change. */
  readonly name: string;
  /** The title on the page 定时任务; the name if absent. */
  readonly title?: string;
  /** How many of it one node runs concurrently; 1 by default. */
  readonly atOnce?: number;
  /** Most attempts, including the first; 5 by default. */
  readonly attempts?: number;
  /** Seconds before the second attempt, doubled with each further one up to an hour; 5 by default. */
  readonly backOff?: number;
  /** Seconds from the end of one run to the next: one such job for the whole cluster, from the server's start on. */
  readonly every?: number;
  /** The same by the clock, instead of `every`: a five-field cron expression in the time zone of the settings, such as `30 2 * * *`. */
  readonly cron?: string;
  /** Whether a kind with `every` or `cron` should run early: asked on every node each second and whenever jobs end, so it must cost next to nothing. */
  readonly soon?: () => Promise<boolean>;
  /**
   * For work that uses its owner's rights or consent, which nobody else may do again: why 重试 on the page 执行记录 refuses it, and where to start it
   * anew. Its own further `attempts` are not concerned.
   */
  readonly unrepeatable?: string;
  /** False for work that uses rights which an API key may not list: none runs, retries, plans or pauses it (docs/decisions/0072-api-keys.md). */
  readonly keys?: false;
  /** The live topic that notifies its owner's pages of its progress and its end. */
  readonly notifies?: LiveTopic;
  /**
   * Does the work, and returns the job's result, which is stored. It may run again after a crash, though never
   * concurrently with itself, so it must be repeatable. A Refusal ends it for good with that message; any other error
   * is retried.
   */
  readonly run: (job: JobContext<Payload>) => Promise<unknown>;
}

/** The job as its work sees it. */
export interface JobContext<Payload = unknown> {
  readonly id: string;
  readonly payload: Payload;
  /** The user who requested it; null for the server's own jobs. */
  readonly ownerId: string | null;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** Aborted when the job is cancelled, the server stops, or the job is another node's: the work then ends as soon as it can, by throwing the signal's reason. */
  readonly signal: AbortSignal;
  /** Reports its progress; cheap to call often, since it is written once a second at most. */
  readonly progress: (done: number, total?: number) => void;
}

export type JobState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';

/** Whether a kind recurs by itself, instead of on request. */
export const recurs = ({ every, cron }: Pick<JobKind, 'every' | 'cron'>): boolean => every !== undefined || cron !== undefined;

/** The key of the only job of a recurring kind. */
export const recurringKey = 'every';

/** A job to add. */
export interface NewJob {
  readonly kind: string;
  readonly payload: unknown;
  readonly ownerId?: string | null;
  /** Seconds to wait before the first attempt. */
  readonly delay?: number;
  /** While an unfinished job of this kind has this key, no other is added. */
  readonly key?: string;
}
