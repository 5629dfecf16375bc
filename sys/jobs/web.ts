import { cellsOf } from '@back-office/web/crud/fields/cells.tsx';
import { recordTab } from '@back-office/web/crud/parts/record-tab.ts';
import { lazyPart } from '@back-office/web/platform/timing/lazy-part.ts';
import type { WebFeature } from '@back-office/web/shell/routing/web-feature.ts';
import { job } from './job.ts';
import { jobRun } from './job-run.ts';
import { JobListPage } from './web/job-list-page.tsx';
import { JobRunListPage } from './web/job-run-list-page.tsx';
import { jobState } from './web/job-state.tsx';

// When it is opened.
const RunsTab = lazyPart(async () => (await import('./web/runs-tab.tsx')).RunsTab);

/** The pages of this feature that differ from the pattern. */
export const jobsWeb: WebFeature = {
  name: 'jobs',
  pages: { 'sys/job/list': JobListPage, 'sys/job-run/list': JobRunListPage },
  cells: cellsOf(job, { jobState }),
  recordTabs: [
    recordTab(job, {
      name: 'runs',
      label: '最近执行',
      order: 10,
      right: { resource: jobRun.name, permission: 'read' },
      Tab: RunsTab,
    }),
  ],
};
