import type { ServerFeature } from '@back-office/server/office/server-feature.ts';
import { logParts } from './server/log-parts.ts';
import { findStrangeSignIns } from './server/find-strange-sign-ins.ts';

/** Logs on the server: young lines stay. */
export const logsServer: ServerFeature = {
  name: 'logs',
  parts: ({ settings }) => logParts(settings),
  waiting: [
    {
      name: 'strange-sign-ins',
      title: '可疑的登录',
      icon: 'log-login',
      order: 50,
      trouble: true,
      right: { resource: 'sys/log-login', permission: 'read' },
      find: findStrangeSignIns,
    },
  ],
};
