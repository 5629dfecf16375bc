import type { CountsAnswer } from '@back-office/contract/calls/select-counts.ts';
import type { PageAnswer } from '@back-office/contract/calls/page.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildStaff, staffPlan, type World } from '@back-office/app/testing/server/random-staff.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';

/*
 * Over random organisations, roles and people: with any filter, search and sort, a person is shown the same as somebody who sees all, in the same
 * order, without the records outside their scope; counts and exports agree. The reach of the scope is computed here again, from the tables alone.
 */
let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.drop());

/** For each resource, the column of its organisation and the column of its person. */
const ties = { 'sys/org': ['id', 'create_user'], 'sys/user': ['sys_org_id', 'id'] } as const;
type Name = keyof typeof ties;

/** The ids within a person's reach, and the permissions that they hold. */
async function reachOf(person: string, name: Name): Promise<{ ids: Set<string>; words: Set<string> }> {
  const [org, own] = ties[name];
  const { rows } = await app.database.pool.query<{ ids: string[]; words: string[] }>(
    `WITH RECURSIVE below(top, id) AS (SELECT id, id FROM sys_org UNION SELECT b.top, o.id FROM sys_org o JOIN below b ON o.parent_id = b.id),
     granted AS (
       SELECT r.id, r.data_scope, u.sys_org_id AS home, g.function_permission FROM sys_user u JOIN sys_user_role ur ON ur.owner_id = u.id
         JOIN sys_role r ON r.id = ur.target_id JOIN sys_role_function g ON g.sys_role_id = r.id JOIN sys_function f ON f.id = g.sys_function_id
       WHERE u.id = $1 AND r.role_status = '正常' AND f.function_status = '正常' AND f.function_component = $2 AND g.function_permission <> '')
     SELECT ARRAY(SELECT DISTINCT word FROM granted, string_to_table(function_permission, ',') AS word) AS words,
       ARRAY(SELECT t.id FROM ${name.replace('/', '_')} t WHERE EXISTS (SELECT FROM granted g WHERE CASE g.data_scope WHEN '全部' THEN true
         WHEN '本机构' THEN t.${org} = g.home WHEN '本机构及下级' THEN EXISTS (SELECT FROM below b WHERE b.top = g.home AND b.id = t.${org})
         WHEN '自定义' THEN EXISTS (SELECT FROM sys_role_org l WHERE l.owner_id = g.id AND l.target_id = t.${org})
         ELSE t.create_user = $1 OR t.${own} = $1 END)) AS ids`,
    [person, `${name}/list`],
  );
  return { ids: new Set(rows[0]?.ids), words: new Set(rows[0]?.words) };
}

const filters: Record<Name, string[]> = {
  'sys/org': ['like=orgName:1', 'like=orgName:RG', 'search=2', 'ge=orgSort:0', 'eq=orgStatus:正常', 'like=parentId:org', 'eq=orgCode:'],
  'sys/user': [
    'like=userAccount:1',
    'like=userAccount:P',
    'search=p',
    'eq=userStatus:停用',
    'like=sysOrgId:org',
    'eq=sysOrgId:',
    'le=userName:p4',
  ],
};
const sorts: Record<Name, string[]> = { 'sys/org': ['orgName', 'parentId'], 'sys/user': ['userAccount', 'sysRoleIds', 'sysOrgId'] };
const queryOf = (name: Name) =>
  fc
    .tuple(fc.subarray(filters[name], { maxLength: 2 }), fc.constantFrom(...sorts[name]), fc.constantFrom('asc', 'desc'))
    .map(([left, field, direction]) => [...left, `sort=${field}:${direction}`]);
const asked = fc.record({ 'sys/org': queryOf('sys/org'), 'sys/user': queryOf('sys/user') });

async function check(person: string, token: string, name: Name, items: readonly string[]): Promise<boolean> {
  const { ids, words } = await reachOf(person, name);
  const may = (word: string): boolean => words.has(word) || words.has('write');
  const query = items.map(encodeURI).join('&');
  const page = async (asker: string, of: string) => app.call<PageAnswer<AnyRow>>(asker, 'GET', `${name}/select-page?${query}&${of}`);
  const [all, mine, second] = [await page(admin, 'limit=1000'), await page(token, 'limit=1000'), await page(token, 'limit=2&index=1')];
  if (!may('read')) {
    expect([mine.code, second.code]).toEqual([40300, 40300]);
    return false;
  }
  const expected = all.data.items.filter(({ id }) => ids.has(id)).map(({ id }) => id);
  const at = `${name}?${items.join('&')}`;
  expect(
    mine.data.items.map(({ id }) => id),
    at,
  ).toEqual(expected);
  expect(
    second.data.items.map(({ id }) => id),
    at,
  ).toEqual(expected.slice(2, 4));
  const { data } = await app.call<CountsAnswer>(token, 'GET', `${name}/select-counts?of=${encodeURIComponent(query)}`);
  expect([mine.data.total, second.data.total, data.counts[0]], at).toEqual([expected.length, expected.length, expected.length]);
  const exported = await app.server.inject({
    url: `/api/${name}/export?format=ndjson&${query}`,
    headers: { authorization: token },
  });
  if (may('export')) expect(exported.body.split('\n').filter(Boolean), at).toHaveLength(expected.length);
  else expect(exported.json()).toMatchObject({ code: 40300 });
  const hidden = all.data.items.find(({ id }) => !ids.has(id));
  if (hidden !== undefined) {
    const read = await app.call(token, 'GET', `${name}/select/${hidden.id}`);
    expect(read.code).toBe(40400);
  }
  return expected.length > 0 && expected.length < all.data.total;
}

it('lists, counts, finds and exports exactly the records within the person’s data scope', async () => {
  let partly = 0;
  await fc.assert(
    fc.asyncProperty(staffPlan, fc.array(asked, { minLength: 2, maxLength: 2 }), async (planned, rounds) => {
      const world: World = await buildStaff(app, planned);
      admin = await app.admin();
      for (const [at, person] of world.people.entries()) {
        const { rows } = await app.database.pool.query(`SELECT FROM sys_user WHERE id = $1 AND user_status = '正常'`, [person]);
        if (rows.length === 0) continue;
        for (const round of rounds)
          for (const name of ['sys/org', 'sys/user'] as const)
            if (await check(person, world.tokens[at] ?? '', name, round[name])) partly += 1;
      }
    }),
    { seed: 20_261, numRuns: 6, endOnFailure: true },
  );
  // The property is meaningful only where a scope hides some rows.
  expect(partly).toBeGreaterThan(10);
}, 60_000);
