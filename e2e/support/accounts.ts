import type { FunctionNode } from '@back-office/contract/calls/login.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { newPassword, unique, type Api } from './api.ts';

/** An account that can sign in. */
export interface Account {
  id: string;
  account: string;
  password: string;
}

/** The function record of a page such as sys/user/list. */
export async function functionOf(api: Api, component: string): Promise<FunctionNode> {
  const flat = (nodes: FunctionNode[]): FunctionNode[] => nodes.flatMap((node) => [node, ...flat(node.sysFunctions)]);
  const found = flat(await api.call<FunctionNode[]>('GET', 'sys/function/select-functions')).find(
    (node) => node.functionComponent === component,
  );
  if (found === undefined) throw new Error(`No function has the page ${component}`);
  return found;
}

/** Creates a role that reaches all data, with permissions by function id. */
export async function roleWith(api: Api, grants: Record<string, string>): Promise<AnyRow> {
  const role = await api.save('sys/role', { roleName: unique('角色'), roleCode: unique('r-'), dataScope: '全部' });
  const list = Object.entries(grants).map(([id, functionPermission]) => ({ id, functionPermission }));
  await api.call('POST', `sys/function/save-role-functions?sysRoleId=${role.id}`, list);
  return role;
}

/** Creates a person with these roles. */
export async function accountWith(api: Api, sysRoleIds: string[]): Promise<Account> {
  const account = unique('p-');
  const password = newPassword();
  const { id } = await api.save('sys/user', { userAccount: account, userName: unique('人'), userPassword: password, sysRoleIds });
  return { id, account, password };
}
