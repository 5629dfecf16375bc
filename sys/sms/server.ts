import type { ServerFeature } from '@back-office/server/office/server-feature.ts';
import { smsStatuses } from './sms.ts';
import { restoreUnsent } from './server/restore-unsent.ts';
import { smsJobs } from './server/sms-jobs.ts';
import { smsPart } from './server/sms-part.ts';

/** Text messages on the server: the queue, and its providers. */
export const smsServer: ServerFeature = {
  name: 'sms',
  parts: ({ settings }) => ({ 'sys/sms': smsPart(settings.sms) }),
  wrap: { 'sys/sms': restoreUnsent },
  jobs: ({ db, log, settings }) => smsJobs({ db, log }, settings.sms),
  waiting: [
    {
      name: 'sms-failures',
      title: '未送达的短信',
      icon: 'sms',
      order: 40,
      trouble: true,
      resource: 'sys/sms',
      permission: 'send',
      where: [
        ['eq', `smsStatus:${smsStatuses.failed}`],
        ['eq', `smsStatus:${smsStatuses.unknown}`],
      ],
      lately: { field: 'createTime', days: 7 },
    },
  ],
  choosers: {
    'sys/user': { resource: 'sys/sms', permission: 'send' },
    'sys/org': { resource: 'sys/sms', permission: 'send' },
    'sys/sms-template': { resource: 'sys/sms', permission: 'send' },
  },
};
