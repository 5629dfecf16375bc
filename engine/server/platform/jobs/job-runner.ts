import { setTimeout as wait } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { BaseLogger } from 'pino';
import type { Tables } from '../database/tables.ts';
import { Refusal } from '../http/refusal.ts';
import { isLockRefused, isUnavailable } from '../database/database-errors.ts';
import { withTransaction } from '../database/with-transaction.ts';
import { type JobKind, recurringKey, recurs } from './job-kind.ts';
import { describeKinds, secondsToNext } from './job-plan.ts';
import { jobRuns, type JobRun } from './job-run.ts';
import { recordRun } from './record-run.ts';
import { notifyNodes } from '../live/notify-nodes.ts';
import { addJob, clearJobs, endJob, hastenRecurring, repairJobTimes, releaseJob, type ClaimedJob, claimJobs } from './job-store.ts';
import { JobAborted, RunningJob } from './running-job.ts';

const pollMs = 1000;
/** Longest wait for running work when the server stops. */
const stopMs = 8000;
const maxRetryDelay = 3600;
/** How often recurring jobs are scheduled again: after a clock was set back, they would otherwise wait for as long as it was ahead. */
const planMs = 600_000;

/** The end of one run of a job. */
interface Ending {
  readonly error?: unknown;
  /** It has failed for good, other than by a refusal. */
  readonly final?: boolean;
  /** Ends the job, or gives it back; false if another node has taken it over. */
  readonly end: (db: Kysely<Tables>) => Promise<boolean>;
}

/**
 * Runs jobs of the kinds that features register: any node takes any job, each runs on one node at a time, and jobs of a
 * crashed node are taken over by others (migration 0015). Tests call `runDue` instead of `start`.
 */
export class JobRunner {
  readonly #db: Kysely<Tables>;
  readonly #log: Pick<BaseLogger, 'warn' | 'error'>;
  readonly #timeZone: string;
  /** Failed jobs of this node, by kind. */
  readonly failures = new Map<string, number>();
  readonly #kinds = new Map<string, JobKind<never>>();
  readonly #running = new Map<string, { job: RunningJob; kind: string; ended: Promise<void> }>();
  #timer: NodeJS.Timeout | undefined;
  #starting: Promise<void> | undefined;
  #polling: Promise<number> | undefined;
  #stopping = false;
  /** The recurring jobs still have to be written, since the database was unavailable before. */
  #needsScheduling = false;
  #plannedAt = Infinity;

  /** `timeZone` is that of cron expressions. */
  constructor(db: Kysely<Tables>, log: Pick<BaseLogger, 'warn' | 'error'>, timeZone: string) {
    this.#db = db;
    this.#log = log;
    this.#timeZone = timeZone;
    this.register({
      name: 'clear-jobs',
      title: '清理任务记录',
      every: 3600,
      run: async () => {
        await describeKinds(db, this.kinds);
        await clearJobs(db);
      },
    });
  }

  /** The registered kinds. */
  get kinds(): JobKind<never>[] {
    return [...this.#kinds.values()];
  }

  /** Registers a kind of job; each name only once. */
  register<Payload>(kind: JobKind<Payload>): void {
    if (this.#kinds.has(kind.name)) throw new Error(`Two kinds of job are named ${kind.name}.`);
    this.#kinds.set(kind.name, kind as JobKind<never>);
    // For a monitor, a counter that first appears at one has not increased.
    this.failures.set(kind.name, 0);
  }

  /**
   * Begins to take jobs, and continues until `stop`, which may be called while it begins. An unavailable database does
   * not fail the start of the server: writing the recurring jobs is retried with each poll for jobs.
   */
  async start(): Promise<void> {
    this.#starting = this.#scheduleRecurring().catch((err: unknown) => {
      if (!isUnavailable(err) && !isLockRefused(err)) throw err;
      this.#log.warn({ err }, 'Jobs that recur could not be written yet');
    });
    await this.#starting;
    if (this.#stopping) return;
    this.#timer = setInterval(() => void this.#poll(), pollMs);
    this.#timer.unref();
  }

  /** Polls for due jobs now, after a poll under way, instead of within a second: for a caller that waits for one just added. */
  wake(): void {
    if (this.#timer !== undefined && !this.#stopping) void Promise.resolve(this.#polling).then(() => this.#poll());
  }

  async #scheduleRecurring(): Promise<void> {
    this.#needsScheduling = true;
    await describeKinds(this.#db, this.kinds);
    await repairJobTimes(this.#db, maxRetryDelay * 1.2);
    for (const kind of this.kinds.filter(recurs)) {
      if (this.#stopping) return;
      const next = await secondsToNext(this.#db, kind, this.#timeZone);
      const delay = kind.cron === undefined ? Math.random() * 10 : next;
      await addJob(this.#db, { kind: kind.name, payload: null, key: recurringKey, delay });
      await hastenRecurring(this.#db, kind.name, next);
    }
    this.#needsScheduling = false;
    this.#plannedAt = performance.now();
  }

  /** Takes no more jobs, aborts running ones, and gives them back for another node. */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#timer);
    // The caller of `start` gets the error.
    await this.#starting?.catch(() => undefined);
    await this.#polling;
    for (const { job } of this.#running.values()) job.abort('stopping');
    await Promise.race([Promise.all([...this.#running.values()].map(({ ended }) => ended)), wait(stopMs, undefined, { ref: false })]);
  }

  /** Runs due jobs until there are none: for tests. */
  async runDue(): Promise<void> {
    while ((await this.#poll()) > 0) await Promise.all([...this.#running.values()].map(({ ended }) => ended));
  }

  /** Takes the due jobs and starts them; returns how many. */
  #poll(): Promise<number> {
    this.#polling ??= this.#claimDue().finally(() => {
      this.#polling = undefined;
    });
    return this.#polling;
  }

  async #claimDue(): Promise<number> {
    const free = new Map(
      [...this.#kinds.values()].flatMap(({ name, atOnce = 1 }) => {
        const busy = [...this.#running.values()].filter(({ kind }) => kind === name).length;
        return busy < atOnce ? [[name, atOnce - busy] as const] : [];
      }),
    );
    if (this.#stopping || free.size === 0) return 0;
    try {
      if (this.#needsScheduling || performance.now() - this.#plannedAt > planMs) await this.#scheduleRecurring();
      await this.#hasten(free);
      const taken = await claimJobs(this.#db, free, [...this.#running.keys()]);
      for (const job of taken) this.#begin(job);
      return taken.length;
    } catch (err) {
      this.#log.warn({ err }, 'No jobs could be taken');
      return 0;
    }
  }

  /** Makes the kinds due that want to run early. A kind whose `soon` fails waits for its time. */
  async #hasten(free: ReadonlyMap<string, number>): Promise<void> {
    for (const { name, soon } of this.#kinds.values()) {
      if (soon === undefined || !free.has(name)) continue;
      const isWanted = await soon().catch((err: unknown) => this.#log.warn({ err, kind: name }, 'A job did not say whether it is wanted'));
      if (isWanted === true) await hastenRecurring(this.#db, name);
    }
  }

  #begin(taken: ClaimedJob): void {
    const job = new RunningJob(this.#db, taken, () => this.#notifyNodes(taken));
    const run: JobRun = { kind: taken.kind, id: taken.id, failed: false };
    const ended = jobRuns
      .tracePromise(() => this.#work(taken, job, run), run)
      .catch((err: unknown) =>
        this.#log.error({ err, job: taken.id, kind: taken.kind }, 'The end of a job was not written; it will run again'),
      )
      .then(() => this.#notifyNodes(taken))
      .finally(() => {
        this.#running.delete(taken.id);
        // Recurring jobs keep to the second.
        if (!recurs(this.#kinds.get(taken.kind) ?? {})) this.wake();
      });
    this.#running.set(taken.id, { job, kind: taken.kind, ended });
  }

  async #work(taken: ClaimedJob, job: RunningJob, tracedRun: JobRun): Promise<void> {
    const kind = this.#kinds.get(taken.kind);
    if (kind === undefined) return;
    const began = performance.now();
    const ending = await this.#run(kind, taken, job);
    if (ending === undefined) return;
    const duration = performance.now() - began;
    tracedRun.failed = ending.error !== undefined;
    const { error, final = false, end } = ending;
    if (final) this.failures.set(kind.name, (this.failures.get(kind.name) ?? 0) + 1);
    const run = { job: taken.id, kind: kind.name, title: kind.title ?? kind.name, attempt: taken.attempts, duration, final };
    await withTransaction(this.#db, async (db) => {
      if (await end(db)) await recordRun(db, { ...run, ...(error === undefined ? {} : { error }) });
    });
  }

  /** Does the work, and returns how it ended; undefined if the run is not recorded: given back, cancelled, or another node's. */
  async #run(kind: JobKind<never>, taken: ClaimedJob, job: RunningJob): Promise<Ending | undefined> {
    try {
      if (taken.cancelAsked) throw new JobAborted('cancelled');
      // Taken more often than attempted: its nodes crashed, perhaps because of it.
      if (taken.attempts > (kind.attempts ?? 5)) throw new Refusal('refused', { message: '任务多次中断，已停止' });
      const result = await kind.run(job as unknown as Parameters<typeof kind.run>[0]);
      await job.close();
      if (recurs(kind)) return { end: (db) => this.#reschedule(db, kind, taken) };
      return { end: (db) => endJob(db, taken, 'done', { result, pulse: job.pulse }) };
    } catch (error) {
      await job.close();
      return this.#handleFailure(kind, taken, job, error);
    }
  }

  /** Notifies the owner's pages; a page without a live connection polls. */
  async #notifyNodes({ kind, createUser }: ClaimedJob): Promise<void> {
    const topic = this.#kinds.get(kind)?.notifies;
    if (topic === undefined || createUser === null) return;
    await notifyNodes(this.#db, { kind: 'changed', topic, users: [createUser] }).catch((err: unknown) =>
      this.#log.warn({ err }, 'The owner of a job was not told of it'),
    );
  }

  /** Gives a recurring job back until its next planned time. */
  async #reschedule(db: Kysely<Tables>, kind: JobKind<never>, taken: ClaimedJob): Promise<boolean> {
    return releaseJob(db, taken, { delay: await secondsToNext(db, kind, this.#timeZone), attempts: 0 });
  }

  async #handleFailure(kind: JobKind<never>, taken: ClaimedJob, job: RunningJob, error: unknown): Promise<Ending | undefined> {
    const abortReason = whyOf(job.signal.reason) ?? whyOf(error);
    if (abortReason === 'stopping') await releaseJob(this.#db, taken, { delay: 0, attempts: taken.attempts - 1 });
    if (abortReason === 'cancelled') await endJob(this.#db, taken, 'cancelled', { pulse: job.pulse });
    if (abortReason !== undefined) return undefined;
    const crashed = taken.attempts > (kind.attempts ?? 5);
    const refused = error instanceof Refusal && error.outcome !== 'unavailable';
    if (!refused) this.#log.warn({ err: error, job: taken.id, kind: kind.name, attempt: taken.attempts }, 'A job failed');
    if (!refused && taken.attempts < (kind.attempts ?? 5)) {
      const delay = Math.min(maxRetryDelay, (kind.backOff ?? 5) * 2 ** (taken.attempts - 1));
      return { error, end: (db) => releaseJob(db, taken, { delay: delay * (0.8 + 0.4 * Math.random()), attempts: taken.attempts }) };
    }
    if (recurs(kind)) return { error, final: true, end: (db) => this.#reschedule(db, kind, taken) };
    const reason = refused ? error.message : '任务执行失败，请稍后重试';
    return { error, final: !refused || crashed, end: (db) => endJob(db, taken, 'failed', { reason, pulse: job.pulse }) };
  }
}

const whyOf = (reason: unknown): JobAborted['why'] | undefined => (reason instanceof JobAborted ? reason.why : undefined);
