import type { ServerFeature } from '@back-office/server/office/server-feature.ts';
import { userPart } from './server/user.ts';

/** Accounts on the server: passwords, approval, and who may change whom. */
export const usersServer: ServerFeature = {
  name: 'users',
  parts: () => ({ 'sys/user': userPart }),
  findable: [{ resource: 'sys/user', detail: 'userAccount', order: 10 }],
};
