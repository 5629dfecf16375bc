import type { ServerFeature } from '@back-office/server/office/server-feature.ts';
import { mailStatuses } from './mail.ts';
import { mailJobs } from './server/mail-jobs.ts';
import { mailRoutes } from './server/mail-routes.ts';

/** Mail on the server: the queue, and the job that sends from it. */
export const mailServer: ServerFeature = {
  name: 'mail',
  parts: ({ settings }) => ({ 'sys/mail': { routes: (app, parts) => mailRoutes(app, parts, settings) } }),
  jobs: ({ db, log, settings }) => mailJobs({ db, log }, settings),
  waiting: [
    {
      name: 'mail-failures',
      title: '未送达的邮件',
      icon: 'mail',
      order: 42,
      trouble: true,
      resource: 'sys/mail',
      permission: 'send',
      where: [['eq', `mailStatus:${mailStatuses.failed}`]],
      lately: { field: 'createTime', days: 7 },
    },
  ],
};
