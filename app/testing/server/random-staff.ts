import fc from 'fast-check';
import { words } from './held-rights.ts';
import { Staff } from './staff.ts';
import type { TestApp } from './test-app.ts';

/** The resources on which roles have grants. */
export const resources = ['sys/user', 'sys/org', 'sys/role', 'sys/function', 'sys/recycle', 'sys/log-opt'];
export const dataScopes = ['全部', '本机构及下级', '本机构', '自定义', '本人'];
export const sizes = { orgs: 6, roles: 5, people: 5 };

export const at = (size: number) => fc.nat({ max: size - 1 });
export const grants = fc.record(Object.fromEntries(resources.map((name) => [name, fc.subarray(words)])));
/** Organisations, roles and people, by their indexes in these lists. */
export const staffPlan = fc.record({
  // Each organisation is below an earlier one, or below none.
  parents: fc.array(fc.option(at(sizes.orgs)), { minLength: sizes.orgs, maxLength: sizes.orgs }),
  roles: fc.array(
    fc.record({
      dataScope: fc.constantFrom(...dataScopes),
      orgs: fc.uniqueArray(at(sizes.orgs), { maxLength: 3 }),
      grants,
      status: fc.constantFrom('正常', '正常', '停用'),
    }),
    { minLength: sizes.roles, maxLength: sizes.roles },
  ),
  people: fc.array(
    fc.record({
      org: fc.option(at(sizes.orgs), { freq: 8 }),
      roles: fc.uniqueArray(at(sizes.roles), { maxLength: 2 }),
      status: fc.constantFrom('正常', '待审核', '停用'),
    }),
    { minLength: sizes.people, maxLength: sizes.people },
  ),
  /** Additional rights of the first two people, so that some calls are accepted: everything, within this scope. */
  chiefs: fc.array(fc.constantFrom(...dataScopes.slice(0, 4)), { minLength: 2, maxLength: 2 }),
});
type Plan = typeof staffPlan extends fc.Arbitrary<infer Value> ? Value : never;

/** The result, by the same indexes; everybody is signed in. */
export interface World {
  orgs: string[];
  roles: string[];
  people: string[];
  tokens: string[];
  functionOf: (resource: string) => Promise<string>;
}

/** Builds it, replacing all existing data but the account admin. */
export async function buildStaff(app: TestApp, { parents, roles, people, chiefs }: Plan): Promise<World> {
  const query = (text: string) => app.database.pool.query(text);
  await query(`TRUNCATE sys_recycle, sys_session`);
  await query(`DELETE FROM sys_user WHERE user_account <> 'admin'`);
  await query(`DELETE FROM sys_role_function`);
  await query(`DELETE FROM sys_role WHERE role_code <> 'admin'`);
  await query(`DELETE FROM sys_function WHERE root_path = '/test'`);
  await query(`DELETE FROM sys_org`);
  const staff = new Staff(app);
  const orgs: string[] = [];
  for (const [place, parent] of parents.entries())
    orgs.push(await staff.org(parent === null || parent >= place ? null : (orgs[parent] ?? null)));
  const org = (place: number): string => orgs[place] ?? '';
  const roleIds: string[] = [];
  for (const role of roles) roleIds.push(await staff.role({ ...role, orgs: role.orgs.map(org) }));
  const everything = Object.fromEntries(resources.map((name) => [name, name === 'sys/log-opt' ? ['read'] : ['write']]));
  const personIds: string[] = [];
  for (const [place, person] of people.entries()) {
    const scope = chiefs[place];
    const own = scope === undefined ? [] : [await staff.role({ dataScope: scope, grants: everything, orgs: orgs.slice(0, 3) })];
    const status = scope === undefined ? person.status : '正常';
    personIds.push(
      await staff.person(person.org === null ? null : org(person.org), [...own, ...person.roles.map((one) => roleIds[one] ?? '')], status),
    );
  }
  const tokens = await Promise.all(personIds.map((id) => staff.openSession(id)));
  return { orgs, roles: roleIds, people: personIds, tokens, functionOf: (resource) => staff.functionOf(resource) };
}
