import type { Context } from '../../server/src/crud/context.ts';
import type { Database } from '../../server/src/database/open.ts';
import { systemIds } from '../../server/src/database/seed/system-ids.ts';
import { contextOf } from './context-of.ts';

/** What an operation works with when an administrator asks. */
export function adminContext(database: Database): Context {
  return contextOf(database, {
    userId: systemIds.adminUser,
    userAccount: 'admin',
    userName: '管理员',
    roles: ['admin'],
    rights: { all: true, byResource: {} },
    dataScopes: [],
  });
}
