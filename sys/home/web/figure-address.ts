import { outcomes } from '@back-office/contract/status.ts';
import type { RouteRecord } from '@back-office/contract/office/route-record.ts';
import { daysBefore, serverDay } from '@back-office/web/platform/session/server-time.ts';
import { smsStatuses } from '../../sms/sms.ts';
import type { Panel } from '../statistics.ts';
import { listAddress } from './list-address.ts';

type Query = (readonly [string, string])[];

/** The list that a figure counts, with the same filters; undefined if the person has no such page. `today` is the server's day. */
export function figureAddress(routes: readonly RouteRecord[], key: Panel['key'], today = serverDay()): string | undefined {
  if (key === 'unread') return '/message?only=unread';
  const [resource, query] = lists[key](`${today} 00:00:00`, `${daysBefore(today, 29)} 00:00:00`);
  return listAddress(routes, resource, query);
}

/** Not what the person's default view or an open tab filters. */
const everything: Query = [['view', 'all']];

const signIn =
  (result: string) =>
  (today: string): [string, Query] => [
    'sys/log-login',
    [
      ['eq', 'loginType:登录'],
      ['eq', `loginStatus:${result}`],
      ['ge', `loginTime:${today}`],
    ],
  ];
const sms =
  (status: string) =>
  (_today: string, month: string): [string, Query] => [
    'sys/sms',
    [
      ['eq', `smsStatus:${status}`],
      ['ge', `createTime:${month}`],
    ],
  ];

const lists: Readonly<Record<Exclude<Panel['key'], 'unread'>, (today: string, month: string) => [string, Query]>> = {
  users: () => ['sys/user', everything],
  newUsers: (_today, month) => ['sys/user', [['ge', `createTime:${month}`]]],
  online: () => ['sys/session', everything],
  signIns: signIn(outcomes.success),
  signInFailures: signIn(outcomes.failure),
  operations: (today) => ['sys/log-opt', [['ge', `optTime:${today}`]]],
  storage: () => ['sys/file', [['sort', 'fileSize:desc']]],
  smsSent: sms(smsStatuses.sent),
  smsFailed: sms(smsStatuses.failed),
};
