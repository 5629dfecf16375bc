import type { Feature } from '@back-office/contract/office/feature.ts';
import { job } from './job.ts';
import { jobRun } from './job-run.ts';

/** The work that the server does by itself: its plan, its runs, and who hears of failures. */
export const jobsFeature: Feature = {
  name: 'jobs',
  resources: [job, jobRun],
  menu: [
    { resource: 'sys/job', group: '/sys', order: 82, title: '定时任务', icon: 'job', permissions: { run: '执行', plan: '调整计划' } },
    { resource: 'sys/job-run', group: '/sys', order: 84, title: '执行记录', icon: 'job-run', permissions: { retry: '重试' } },
  ],
  needs: ['notices'],
};
