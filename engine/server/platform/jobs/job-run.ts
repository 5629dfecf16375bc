import { tracingChannel } from 'node:diagnostics_channel';

/** What is known of a run of a job: at its end, whether it failed. */
export interface JobRun {
  readonly kind: string;
  readonly id: string;
  failed: boolean;
}

/** Tells runs of jobs, with all that happens in them, to whoever listens. */
export const jobRuns = tracingChannel<JobRun, object>('back-office.job');
