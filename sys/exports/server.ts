import { countFailedExports } from '@back-office/server/crud/export/export-store.ts';
import type { ServerFeature } from '@back-office/server/office/server-feature.ts';

/** The user's own exports: those that failed wait until they are made again or removed. */
export const exportsServer: ServerFeature = {
  name: 'exports',
  waiting: [
    {
      name: 'failed-exports',
      title: '失败的导出',
      icon: 'export',
      order: 30,
      trouble: true,
      find: async ({ db, user }) => ({ count: await countFailedExports(db, user.userId), opens: { path: '/exports' } }),
    },
  ],
};
