import { tracingChannel } from 'node:diagnostics_channel';

/** A run of a job, and, at its end, whether it failed. */
export interface JobRun {
  readonly kind: string;
  readonly id: string;
  failed: boolean;
}

/** Publishes runs of jobs, with everything that happens in them, to subscribers. */
export const jobRuns = tracingChannel<JobRun, object>('back-office.job');
