import { standardPermissions } from '@back-office/contract/resource/permission.ts';
import { theOffice } from '../office/open-office.ts';

const standardWords: Readonly<Record<(typeof standardPermissions)[number], string>> = {
  read: '查看',
  add: '新增',
  edit: '编辑',
  delete: '删除',
  import: '导入',
  export: '导出',
  write: '读写',
  admin: '管理',
};
let words: ReadonlyMap<string, string> | undefined;

/** The name of a permission; a custom word without a name is shown as it is, and an empty one means bare access to the page. */
export function permissionWord(permission: string): string {
  words ??= new Map([...ownWords(), ...Object.entries(standardWords)]);
  return permission === '' ? '访问' : (words.get(permission) ?? permission);
}

/** Names that menu entries give to their own permissions. */
const ownWords = (): [string, string][] =>
  theOffice().menu.flatMap(({ sections }) => sections.flatMap(({ permissions = {} }) => Object.entries(permissions)));

/** Sorts permissions: the standard ones in their order, then the custom ones. */
export function inOrder(permissions: Iterable<string>): string[] {
  const given = new Set(permissions);
  const standard = standardPermissions.filter((word) => given.has(word));
  return [...standard, ...[...given].filter((word) => !standardPermissions.some((known) => known === word))];
}
