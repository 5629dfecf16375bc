import type { ServerFeature } from '@back-office/server/office/server-feature.ts';
import { jobRoutes, jobRunRoutes } from './server/job-routes.ts';
import { notifyFailedJobs } from './server/notify-failed-jobs.ts';

/** The work in the background, for who looks after it. */
export const jobsServer: ServerFeature = {
  name: 'jobs',
  parts: ({ settings }) => ({
    'sys/job': { routes: (app, parts) => jobRoutes(app, parts, settings.timeZone) },
    'sys/job-run': { routes: jobRunRoutes },
  }),
  jobs: ({ db }) => [notifyFailedJobs(db)],
  waiting: [
    {
      name: 'failed-jobs',
      title: '失败的任务',
      icon: 'job',
      order: 45,
      trouble: true,
      resource: 'sys/job',
      permission: 'run',
      where: [['eq', 'isFailed:是']],
    },
  ],
};
