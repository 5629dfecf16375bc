import { standardPermissions } from '@back-office/contract/resource/permission.ts';

const words = {
  read: '查看',
  add: '新增',
  edit: '编辑',
  delete: '删除',
  import: '导入',
  export: '导出',
  write: '读写',
  admin: '管理',
  // The custom ones of our own pages (their features' `menu`).
  send: '发送',
  restore: '恢复',
} satisfies Record<(typeof standardPermissions)[number] | 'send' | 'restore', string>;
const wordOf: ReadonlyMap<string, string> = new Map(Object.entries(words));

/** What a permission is called; a word that somebody made up is shown as it is, and none at all is bare access to the page. */
export const permissionWord = (permission: string): string => (permission === '' ? '访问' : (wordOf.get(permission) ?? permission));

/** Permissions as people expect them: the standard ones in their order, then the custom ones. */
export function inOrder(permissions: Iterable<string>): string[] {
  const given = new Set(permissions);
  const standard = standardPermissions.filter((word) => given.has(word));
  return [...standard, ...[...given].filter((word) => !standardPermissions.some((known) => known === word))];
}
