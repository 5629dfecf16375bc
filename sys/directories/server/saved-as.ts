import { dept } from '../../depts/dept.ts';
import { linkedAccount } from '../../linked-accounts/linked-account.ts';
import { extendedAs } from '../../shared/server/extended-as.ts';
import { user } from '../../users/user.ts';

/** The resources that a run saves, with the fields that modules add to them. */
export const savedAs = { user: extendedAs(user), dept: extendedAs(dept), linkedAccount: extendedAs(linkedAccount) } as const;
