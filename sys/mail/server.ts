import { sql } from 'kysely';
import type { ServerFeature } from '@back-office/server/office/server-feature.ts';
import { mailStatuses } from './mail.ts';
import { mailAddressRoutes } from './server/mail-address-routes.ts';
import { mailJobs } from './server/mail-jobs.ts';
import { mailRoutes } from './server/mail-routes.ts';
import { mayReadNotice } from '../shared/server/may-read-notice.ts';
import { mailTrial } from './server/mail-trial.ts';
import { tellFormerAddress } from './server/tell-former-address.ts';
import { notifyUnknownClient } from './server/notify-unknown-client.ts';

/** Mail on the server: the queue, and the job that sends from it. */
export const mailServer: ServerFeature = {
  name: 'mail',
  parts: ({ settings }) => ({ 'sys/mail': { routes: (app, parts) => mailRoutes(app, parts, settings) } }),
  wrap: { 'sys/user': tellFormerAddress },
  jobs: (services) => mailJobs({ ...services, mayReadNotice: mayReadNotice(services) }, services.settings),
  routes: (app, services) => mailAddressRoutes(app, { ...services, ...services.signIn }),
  settingTrials: ({ settings }) => [mailTrial(settings)],
  arriving: ({ settings }) => notifyUnknownClient(settings.timeZone),
  sealed: [
    { purpose: 'mail', table: 'sys_mail', key: 'id', column: 'secret', owner: sql<string>`id::text` },
    {
      purpose: 'mail',
      table: 'sys_mail_address',
      key: 'sysUserId',
      column: 'code',
      // As in sys/mail/server/mail-address-routes.ts.
      owner: sql<string>`sys_user_id || ' ' || address`,
    },
  ],
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
