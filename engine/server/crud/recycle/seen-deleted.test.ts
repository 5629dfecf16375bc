import type { PageAnswer } from '@back-office/contract/calls/page.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { at, dataScopes } from '@back-office/app/testing/server/random-staff.ts';
import { Staff } from '@back-office/app/testing/server/staff.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';

let app: TestApp;
let admin: string;
let staff: Staff;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
  staff = new Staff(app);
});
afterAll(() => app.drop());

const listed = async (token: string, resource: string) =>
  (await app.call<PageAnswer<AnyRow>>(token, 'GET', `${resource}/select-page?limit=1000`)).data.items.map(({ id }) => id);

/** The records whose copies in the recycle bin somebody sees. */
async function seenInBin(token: string): Promise<string[]> {
  const kept = await listed(token, 'sys/recycle');
  const { rows } = await app.database.pool.query<{ id: string }>('SELECT target_id AS id FROM sys_recycle WHERE id = ANY($1)', [kept]);
  return rows.map(({ id }) => id);
}

let count = 0;
const size = 6;
const places = [...Array(size).keys()];
const plan = fc.record({
  parents: fc.array(fc.option(at(size)), { minLength: size, maxLength: size }),
  home: at(size),
  made: fc.subarray(places),
  gone: fc.subarray(places, { minLength: 1 }),
});

it('people see in the recycle bin what they saw before it was deleted, whichever their data scope is', async () => {
  const found = new Set<string>();
  await fc.assert(
    fc.asyncProperty(plan, async ({ parents, home, made, gone }) => {
      const [orgs, people]: [string[], string[]] = [[], []];
      for (const [place, parent] of parents.entries()) {
        orgs.push(await staff.org(parent === null || parent >= place ? null : (orgs[parent] ?? null)));
        const { data } = await app.call<AnyRow>(admin, 'POST', 'sys/user/save', {
          userAccount: `person-${++count}`,
          userName: '张三',
          sysOrgId: orgs.at(-1),
        });
        people.push(data.id);
      }
      const watchers = [];
      for (const dataScope of dataScopes) {
        const grants = { 'sys/org': ['read'], 'sys/user': ['read'], 'sys/recycle': ['read'] };
        const role = await staff.role({ dataScope, grants, orgs: [orgs[home] ?? ''] });
        const { userId, token } = await staff.signedIn(orgs[home] ?? '', [role]);
        if (dataScope === '本人')
          for (const [table, ids] of [
            ['sys_org', orgs],
            ['sys_user', people],
          ] as const)
            await app.database.pool.query(`UPDATE ${table} SET create_user = $1 WHERE id = ANY($2)`, [
              userId,
              made.map((place) => ids[place]),
            ]);
        watchers.push({ dataScope, token, seen: [...(await listed(token, 'sys/org')), ...(await listed(token, 'sys/user'))] });
      }
      const deleted: string[] = [];
      // People first, then organisations from the leaves up; one that is in use stays.
      for (const [resource, ids] of [
        ['sys/user', people],
        ['sys/org', orgs],
      ] as const)
        for (const place of gone.toReversed()) {
          const id = ids[place] ?? '';
          if ((await app.call(admin, 'DELETE', `${resource}/delete/${id}`)).code === 20000) deleted.push(id);
        }
      for (const { dataScope, token, seen } of watchers) {
        const kept = (await seenInBin(token)).filter((id) => deleted.includes(id));
        expect(kept.toSorted(), dataScope).toEqual(deleted.filter((id) => seen.includes(id)).toSorted());
        for (const id of kept) found.add(`${dataScope} ${orgs.includes(id) ? '机构' : '用户'}`);
      }
    }),
    {
      numRuns: 6,
      examples: [
        [{ parents: [null, 0, 1, 2, 1, null], home: 1, made: [3, 5], gone: [1, 2, 3] }],
        [{ parents: [null, 0, 1, 2, 1, null], home: 1, made: [0, 4], gone: [0, 1, 4, 5] }],
      ],
    },
  );
  expect([...found].toSorted()).toEqual(
    ['全部 机构', '全部 用户', '本人 机构', '本人 用户', '本机构 用户', '本机构及下级 机构', '本机构及下级 用户', '自定义 用户'].toSorted(),
  );
}, 120_000);
