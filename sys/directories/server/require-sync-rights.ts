import type { Context } from '@back-office/server/crud/context.ts';
import { requirePermission } from '@back-office/server/crud/save.ts';
import { dept } from '../../depts/dept.ts';
import { linkedAccount } from '../../linked-accounts/linked-account.ts';
import { user } from '../../users/user.ts';

/** Synchronising needs the rights that the forms of people, departments and linked accounts need, as it does the same. */
export function requireSyncRights(context: Context): void {
  for (const resource of [user, dept, linkedAccount]) requirePermission(context, resource, [{}, { id: 'any' }], 'add');
}
