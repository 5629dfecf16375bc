import { may } from '@back-office/contract/resource/permission.ts';
import { expect, test } from 'vitest';
import { sessionRights } from './session-rights.ts';
import { signedOut, type Session } from './session.ts';

const session = (part: Partial<Session>): Session => ({ ...signedOut, isAuthorization: true, ...part });

test('grants the admin account everything and, in local mode, nobody else anything', () => {
  expect(sessionRights(session({ userAccount: 'admin' }), 'local').all).toBe(true);
  expect(sessionRights(session({ userAccount: 'zhang' }), 'local')).toEqual({ all: false, byResource: {} });
  expect(sessionRights(signedOut, 'remote')).toEqual({ all: false, byResource: {} });
});

test('reads a person’s rights in remote mode from the function records', () => {
  const page = (functionComponent: string, functionPermission: string | null) => ({
    id: functionComponent,
    parentId: null,
    rootPath: '/',
    functionName: '',
    functionIcon: null,
    isHidden: '否' as const,
    isExternal: '否' as const,
    redirectPath: null,
    functionSort: 0,
    functionComponent,
    functionPermission,
    sysFunctions: [],
  });
  const menus = [{ ...page('Layout', null), sysFunctions: [page('sys/user/list', 'read,add'), page('sys/user/view', 'edit')] }];
  const rights = sessionRights(session({ userAccount: 'zhang', userMenus: menus }), 'remote');
  expect(['read', 'add', 'edit', 'delete'].map((word) => may(rights, 'sys/user', word))).toEqual([true, true, true, false]);
  expect(may(rights, 'sys/role', 'read')).toBe(false);
});
