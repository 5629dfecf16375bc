import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { JobContext } from './job-kind.ts';
import { renewJobLease, leaseSeconds, type JobProgress, type ClaimedJob } from './job-store.ts';

/** The reason for ending a job's work. */
export class JobAborted extends Error {
  override name = 'JobAborted';
  readonly why: 'cancelled' | 'lost' | 'stopping';

  constructor(why: JobAborted['why']) {
    super(`The job was ${why === 'stopping' ? 'interrupted' : why}.`);
    this.why = why;
  }
}

const renewMs = (leaseSeconds * 1000) / 4;
/** Without an answer from the database for this long, this node stops before another may begin. */
const giveUpMs = leaseSeconds * 1000 * 0.75;
const progressMs = 1000;

/** A job running on this node: renews the lease, writes the progress, and is called when the work is to end. */
export class RunningJob implements JobContext {
  readonly id: string;
  readonly payload: unknown;
  readonly ownerId: string | null;
  readonly attempt: number;
  readonly #db: Kysely<Tables>;
  readonly #job: ClaimedJob;
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #onWritten: () => Promise<void>;
  #pulse: JobProgress = { done: 0, total: undefined };
  #writtenPulse = this.#pulse;
  #renewedAt = performance.now();
  #renewalStartedAt = Number.NEGATIVE_INFINITY;
  #renewal: Promise<void> | undefined;

  /** `onWritten` is called each time progress was written. */
  constructor(db: Kysely<Tables>, job: ClaimedJob, onWritten: () => Promise<void> = () => Promise.resolve()) {
    this.id = job.id;
    this.payload = job.payload;
    this.ownerId = job.createUser;
    this.attempt = job.attempts;
    this.#db = db;
    this.#job = job;
    this.#onWritten = onWritten;
    this.#timer = setInterval(() => this.#startRenewal(), renewMs);
    this.#timer.unref();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The progress that the work reported. */
  get pulse(): JobProgress {
    return this.#pulse;
  }

  readonly progress = (done: number, total?: number): void => {
    this.#pulse = { done, total: total ?? this.#pulse.total };
    if (performance.now() - this.#renewalStartedAt >= progressMs) this.#startRenewal();
  };

  abort(why: JobAborted['why']): void {
    this.#controller.abort(new JobAborted(why));
  }

  /** Call it when the job has ended: nothing is written afterwards. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#renewal;
  }

  #startRenewal(): void {
    if (this.#renewal !== undefined) return;
    this.#renewalStartedAt = performance.now();
    this.#renewal = this.#renew().finally(() => {
      this.#renewal = undefined;
    });
  }

  async #renew(): Promise<void> {
    const startedAt = performance.now();
    try {
      const pulse = this.#pulse;
      const { kept, cancelAsked } = await renewJobLease(this.#db, this.#job, pulse);
      if (!kept) this.abort('lost');
      else this.#renewedAt = startedAt;
      if (cancelAsked) this.abort('cancelled');
      if (kept && pulse !== this.#writtenPulse) await this.#onWritten();
      this.#writtenPulse = pulse;
    } catch {
      // The database does not answer: until the lease ends no other node can take the job, so the work may continue.
      if (performance.now() - this.#renewedAt > giveUpMs) this.abort('lost');
    }
  }
}
