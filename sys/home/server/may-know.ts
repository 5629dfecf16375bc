import { may, type Rights } from '@back-office/contract/resource/permission.ts';

/** The resource that a figure counts; figures not listed are the person's own. */
const counted: Readonly<Record<string, string>> = {
  users: 'sys/user',
  newUsers: 'sys/user',
  online: 'sys/session',
  storage: 'sys/file',
  smsSent: 'sys/sms',
  smsFailed: 'sys/sms',
  operations: 'sys/log-opt',
  module: 'sys/log-opt',
  signIns: 'sys/log-login',
  signInFailures: 'sys/log-login',
};

/** Whether a person may read the records that a figure or a series (`module:用户`) counts. */
export function mayKnow(rights: Rights, key: string): boolean {
  const resource = counted[key.replace(/:.*/, '')];
  return resource === undefined || may(rights, resource, 'read');
}
