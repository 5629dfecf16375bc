import type { Context } from '@back-office/server/crud/context.ts';
import { requirePermission } from '@back-office/server/crud/save.ts';
import { dept } from '../../depts/dept.ts';
import { linkedAccount } from '../../linked-accounts/linked-account.ts';
import { user } from '../../users/user.ts';

/** Whoever synchronises does what the forms of people, departments and linked accounts do, and may what those ask for. */
export function requireSyncRights(context: Context): void {
  for (const resource of [user, dept, linkedAccount]) requirePermission(context, resource, [{}, { id: 'any' }], 'add');
}
