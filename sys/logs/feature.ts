import type { Feature } from '@back-office/contract/office/feature.ts';
import { logLogin } from './log-login.ts';
import { logOpt } from './log-opt.ts';

/** Who signed in, and who did what. */
export const logsFeature: Feature = {
  name: 'logs',
  resources: [logLogin, logOpt],
  menu: [
    { resource: 'sys/log-login', group: '/sys', order: 75, title: '登录日志', icon: 'log-login' },
    { resource: 'sys/log-opt', group: '/sys', order: 80, title: '操作日志', icon: 'log-opt' },
  ],
};
