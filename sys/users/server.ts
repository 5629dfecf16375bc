import type { ServerFeature } from '@back-office/server/office/server-feature.ts';
import { userStatuses } from '@back-office/contract/status.ts';
import { userPart } from './server/user-part.ts';

/** Accounts on the server: passwords, approval, and who may change whom. */
export const usersServer: ServerFeature = {
  name: 'users',
  parts: (services) => ({ 'sys/user': userPart(services) }),
  findable: [{ resource: 'sys/user', detail: 'userAccount', order: 10 }],
  waiting: [
    {
      name: 'registrations',
      title: '待审核的注册',
      icon: 'user',
      order: 10,
      resource: 'sys/user',
      permission: 'edit',
      where: [['eq', `userStatus:${userStatuses.awaiting}`]],
    },
  ],
};
