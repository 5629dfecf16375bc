import type { FunctionNode } from '@back-office/contract/calls/login.ts';
import { demoRoles } from './roles.ts';
import type { Making, Saved } from './making.ts';

/** Creates the roles and their grants; returns their ids by code. */
export async function makeRoles({ admin }: Making, orgs: ReadonlyMap<string, string>): Promise<Map<string, string>> {
  const pages = pagesOf(await admin.call<FunctionNode[]>('GET', 'sys/function/select-functions'));
  const roles = new Map<string, string>();
  for (const [at, { code, name, scope, remark, grants, orgs: own = [] }] of demoRoles.entries()) {
    const { id } = await admin.call<Saved>('POST', 'sys/role/save', {
      roleName: name,
      roleCode: code,
      roleSort: at + 1,
      dataScope: scope,
      sysOrgIds: own.map((org) => orgs.get(org)),
      roleRemark: remark,
    });
    roles.set(code, id);
    const granted = pages.flatMap(({ id: page, functionComponent, functionPermission }) => {
      const [, resource = '', kind = ''] = /^(.+)\/(list|view)$/.exec(functionComponent) ?? [];
      const words = (grants[resource] ?? '').split(',').filter((word) => word !== '');
      const known = (functionPermission ?? '').split(',');
      const kept = kind === 'list' ? words : words.filter((word) => known.includes(word));
      return words.length === 0 ? [] : [{ id: page, functionPermission: kept.join(',') }];
    });
    await admin.call('POST', `sys/function/save-role-functions?sysRoleId=${id}`, granted);
  }
  return roles;
}

const pagesOf = (nodes: readonly FunctionNode[]): FunctionNode[] => nodes.flatMap((node) => [node, ...pagesOf(node.sysFunctions ?? [])]);
