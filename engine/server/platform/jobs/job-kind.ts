import type { LiveTopic } from '@back-office/contract/calls/live.ts';

/** Work that outlives a request, as a feature folder registers it with the runner. */
export interface JobKind<Payload = unknown> {
  /** Stored with each job, so it stays as it is forever. */
  readonly name: string;
  /** What people call it, on the page 定时任务; its name when absent. */
  readonly title?: string;
  /** How many of it one node runs concurrently; 1 unless given. */
  readonly atOnce?: number;
  /** How often it is tried, the first time included; 5 unless given. */
  readonly attempts?: number;
  /** Seconds before the second try, doubled with each further one up to an hour; 5 unless given. */
  readonly backOff?: number;
  /** Seconds from the end of one run to the next: one such job for the whole cluster, from the server's start on. */
  readonly every?: number;
  /** The same by the clock, in the place of `every`: five cron words in the time zone of the settings, such as `30 2 * * *`. */
  readonly cron?: string;
  /**
   * Whether a kind with `every` is wanted before its time: asked once a second on every node, so it must cost next to nothing.
   */
  readonly soon?: () => Promise<boolean>;
  /** The live topic by which its owner's pages are notified of its progress and its end. */
  readonly notifies?: LiveTopic;
  /**
   * Does the work, and gives what is kept as the job's result. It may run again after a crash, though never
   * concurrently with itself, so it must be repeatable. A Refusal ends it for good with that message; any other error
   * is retried.
   */
  readonly run: (job: JobContext<Payload>) => Promise<unknown>;
}

/** What a job's work sees of it. */
export interface JobContext<Payload = unknown> {
  readonly id: string;
  readonly payload: Payload;
  /** Who asked for it; null for what the server does by itself. */
  readonly ownerId: string | null;
  /** 1 for the first try. */
  readonly attempt: number;
  /** Aborted when the job is cancelled, the server stops, or the job is another node's: the work ends at the next chance, by throwing the signal's reason. */
  readonly signal: AbortSignal;
  /** Says how far it is; cheap to call often, since it is written once a second at most. */
  readonly progress: (done: number, total?: number) => void;
}

export type JobState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';

/** One job of the kind comes again and again, rather than when somebody asks for it. */
export const recurs = ({ every, cron }: Pick<JobKind, 'every' | 'cron'>): boolean => every !== undefined || cron !== undefined;

/** The key of the one job of a kind that recurs. */
export const recurringKey = 'every';

/** A job to be done. */
export interface NewJob {
  readonly kind: string;
  readonly payload: unknown;
  readonly ownerId?: string | null;
  /** Seconds to wait before the first try. */
  readonly delay?: number;
  /** While a job of this kind with this key is not over, no other is added. */
  readonly key?: string;
}
