import type { Context } from '../../engine/server/crud/context.ts';
import type { Database } from '../../engine/server/platform/database/database.ts';
import { systemIds } from '../../engine/server/identity/system-ids.ts';
import { contextOf } from './context-of.ts';

/** The context of an operation called by an administrator. */
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
