import type { CountsAnswer } from '@back-office/contract/calls/select-counts.ts';
import type { PageAnswer } from '@back-office/contract/calls/page.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildStaff, staffPlan, type World } from '@back-office/app/testing/server/random-staff.ts';
import { modelReach, type Tied } from '@back-office/app/testing/server/model-reach.ts';
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

const filters: Record<Tied, string[]> = {
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
const sorts: Record<Tied, string[]> = { 'sys/org': ['orgName', 'parentId'], 'sys/user': ['userAccount', 'sysRoleIds', 'sysOrgId'] };
const queryOf = (name: Tied) =>
  fc
    .tuple(fc.subarray(filters[name], { maxLength: 2 }), fc.constantFrom(...sorts[name]), fc.constantFrom('asc', 'desc'))
    .map(([left, field, direction]) => [...left, `sort=${field}:${direction}`]);
const asked = fc.record({ 'sys/org': queryOf('sys/org'), 'sys/user': queryOf('sys/user') });

async function check(person: string, token: string, name: Tied, items: readonly string[]): Promise<boolean> {
  const { ids, words } = await modelReach(app, person, name);
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
