import { randomUUID } from 'node:crypto';
import type { EachAnswer } from '@back-office/contract/calls/save-each.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { at, buildStaff, dataScopes, sizes, staffPlan, type World } from '@back-office/app/testing/server/random-staff.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
});
afterAll(() => app.drop());

const each = (rows: unknown, { token = admin, resource = 'sys/district', headers = {} } = {}) =>
  app.call<EachAnswer<AnyRow> & { fields: { row?: number; field: string }[] }>(token, 'POST', `${resource}/save-each`, rows, { headers });
const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await app.database.pool.query(text, values)).rows as Row[];

let count = 0;
const district = async (): Promise<AnyRow> => {
  const values = { districtCode: String(910000 + (count += 1)), districtName: `地区${count}`, districtLevel: '县' };
  return (await app.call(admin, 'POST', 'sys/district/save', values)).data;
};

describe('records changed one after the other in one call', () => {
  it('need the permission to edit but not to import, cannot be new, and are logged one by one', async () => {
    const { token } = await app.userWith({ 'sys/district': ['edit'] });
    const [one, other] = [await district(), await district()];
    const rows = [one, other].map(({ id }) => ({ id, version: 1, districtSort: 7 }));
    expect((await app.call(token, 'POST', 'sys/district/save-batch', rows)).code).toBe(40300);
    const { code, data } = await each(rows, { token });
    expect(code).toBe(20000);
    expect(data.results.map(({ saved }) => [saved?.['districtSort'], saved?.version])).toEqual([
      [7, 2],
      [7, 2],
    ]);
    const lines = await query('SELECT FROM sys_log_opt WHERE opt_type = $1 AND opt_target = ANY($2)', [
      '修改',
      [one['districtName'], other['districtName']],
    ]);
    expect(lines).toHaveLength(2);
    expect((await each([{ districtCode: '999999', districtName: '新', districtLevel: '县' }], { token })).data.fields).toEqual([
      { row: 0, field: 'id', message: '修改时必须带上编号' },
    ]);
    expect((await each([null, { version: 1 }, 7], { token })).data.fields.map(({ row, field }) => [row, field])).toEqual([
      [0, 'row'],
      [1, 'id'],
      [2, 'row'],
    ]);
    const adder = await app.userWith({ 'sys/district': ['add', 'import', 'read'] });
    expect((await each(rows, adder)).code).toBe(40300);
  });

  it('are refused individually: a stale version, a missing record, an invalid value', async () => {
    const [good, stale, wrong] = [await district(), await district(), await district()];
    await app.call(admin, 'POST', 'sys/district/save', { id: stale.id, version: 1, districtSort: 1 });
    const { data } = await each([
      { id: stale.id, version: 1, districtSort: 5 },
      { id: randomUUID(), version: 1, districtSort: 5 },
      { id: wrong.id, version: 1, districtLevel: '国' },
      { id: wrong.id, version: 1, createTime: '2020-01-01 00:00:00' },
      { id: good.id, districtSort: 5 },
      { id: good.id, version: 1, districtSort: 5 },
      { id: good.id, version: 1, districtSort: 6 },
    ]);
    expect(data.results.map(({ refused }) => refused?.code)).toEqual([40900, 40400, 40000, 40000, 40000, undefined, 40900]);
    expect(data.results[5]?.saved).toMatchObject({ id: good.id, version: 2, districtSort: 5 });
  });

  it('are each changed once per Idempotency-Key, and those refused before are tried again', async () => {
    const [one, other] = [await district(), await district()];
    const headers = { 'idempotency-key': randomUUID() };
    const rows = [
      { id: one.id, version: 1, districtSort: 3 },
      { id: other.id, version: 2, districtSort: 3 },
    ];
    const codes = (answer: EachAnswer<AnyRow>) => answer.results.map(({ saved, refused }) => saved?.version ?? refused?.code);
    expect(codes((await each(rows, { headers })).data)).toEqual([2, 40900]);
    await app.call(admin, 'POST', 'sys/district/save', { id: other.id, version: 1, districtSort: 1 });
    expect(codes((await each(rows, { headers })).data)).toEqual([2, 3]);
    expect(codes((await each([{ ...rows[0], districtSort: 4 }], { headers })).data)).toEqual([40000]);
  });

  it.each([[[]], [Array.from({ length: 101 }, () => ({ id: randomUUID(), version: 1 }))]])(
    'must be at least one and at most a hundred',
    async (rows) => {
      expect(await each(rows)).toMatchObject({ code: 40000, data: { fields: [{ field: 'rows' }] } });
    },
  );

  it('are refused, and each refusal logged, once an earlier one has cost the person the permission', async () => {
    const { token, userId } = await app.userWith({ 'sys/user': ['edit', 'read'] });
    const [self] = await query<{ version: number }>('SELECT version FROM sys_user WHERE id = $1', [userId]);
    const [role] = await query<{ id: string }>('SELECT target_id AS id FROM sys_user_role WHERE owner_id = $1', [userId]);
    const others = [await app.userWith({}), await app.userWith({})];
    const before = await query(`SELECT FROM sys_log_opt WHERE opt_type = '拒绝'`);
    await query(`UPDATE sys_role_function SET function_permission = 'edit' WHERE sys_role_id = $1`, [role?.id]);
    const blank = await app.call(admin, 'POST', 'sys/role/save', { roleName: '空', roleCode: `empty${count}`, dataScope: '本人' });
    const { data } = await each(
      [
        { id: others[0]?.userId, version: 1, userRemark: '先' },
        { id: userId, version: self?.version, sysRoleIds: [blank.data.id] },
        ...others.map((other) => ({ id: other.userId, version: 2, userRemark: '后' })),
      ],
      { token, resource: 'sys/user' },
    );
    expect(data.results.map(({ refused }) => refused?.code)).toEqual([undefined, undefined, 40300, 40300]);
    await expect.poll(async () => (await query(`SELECT FROM sys_log_opt WHERE opt_type = '拒绝'`)).length).toBe(before.length + 2);
  });
});

/*
 * Over random organisations, roles and people: the rows that one call refuses or saves are those that as many single saves, made one after the other,
 * refuse or save. The same data is built twice, once for each way.
 */
const seldom = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: value });
const change = fc.record({
  giver: fc.constantFrom(0, 0, 1, 1, 2, 3),
  resource: fc.constantFrom('user', 'user', 'user', 'role', 'org'),
  targets: fc.uniqueArray(at(sizes.people), { minLength: 2, maxLength: sizes.people }),
  /** Fields to change; each resource has some of them. */
  values: fc.record({
    roles: seldom(fc.uniqueArray(at(sizes.roles), { maxLength: 2 })),
    org: seldom(at(sizes.orgs)),
    status: fc.option(fc.constantFrom('正常', '正常', '停用', '停用', '待审核', '已拒绝', '没有')),
    dataScope: seldom(fc.constantFrom(...dataScopes)),
  }),
  /** The position of a record that is sent with a wrong version. */
  stale: seldom(at(sizes.people)),
});
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

async function rowsOf(world: World, { resource, targets, values, stale }: Change): Promise<Record<string, unknown>[]> {
  const given = (some: Record<string, unknown>) => Object.fromEntries(Object.entries(some).filter(([, value]) => value !== undefined));
  const org = values.org === null ? undefined : world.orgs[values.org];
  const status = values.status ?? undefined;
  const sent = {
    user: given({ sysOrgId: org, userStatus: status, sysRoleIds: values.roles?.map((place) => world.roles[place]) }),
    role: given({ roleStatus: status, dataScope: values.dataScope ?? undefined, sysOrgIds: org && [org] }),
    org: given({ orgStatus: status, parentId: org }),
  }[resource];
  const ids = targets.map((place) => ({ user: world.people, role: world.roles, org: world.orgs })[resource][place]);
  const stored = await query<{ id: string; version: number }>(`SELECT id, version FROM sys_${resource} WHERE id = ANY($1)`, [ids]);
  return ids.map((id, place) => ({
    id,
    version: (stored.find((row) => row.id === id)?.version ?? 1) + (targets[place] === stale ? 1 : 0),
    ...sent,
  }));
}

/** The stored data without what differs between two equal runs: ids become positions, and times are left out. */
async function shapeOf(world: World): Promise<unknown> {
  const places = new Map([...world.orgs, ...world.roles, ...world.people].map((id, place) => [id, place]));
  const place = (id: unknown): unknown => (typeof id === 'string' ? (places.get(id) ?? '?') : null);
  const people = await query<Record<string, unknown>>(
    `SELECT id, version, user_status, sys_org_id, array(SELECT target_id FROM sys_user_role WHERE owner_id = u.id) AS roles,
       (SELECT count(*)::int FROM sys_session s WHERE s.sys_user_id = u.id AND s.end_time IS NULL) AS sessions FROM sys_user u WHERE id = ANY($1)`,
    [world.people],
  );
  const roles = await query<Record<string, unknown>>('SELECT id, version, role_status, data_scope FROM sys_role WHERE id = ANY($1)', [
    world.roles,
  ]);
  const orgs = await query<Record<string, unknown>>('SELECT id, version, org_status, parent_id FROM sys_org WHERE id = ANY($1)', [
    world.orgs,
  ]);
  const plain = [...people, ...roles, ...orgs].map(({ id, sys_org_id, parent_id, roles: held, ...values }) => ({
    ...values,
    at: place(id),
    org: place(sys_org_id),
    parent: place(parent_id),
    roles: Array.isArray(held) ? held.map(place).map(String).toSorted() : [],
  }));
  return plain.toSorted((one, other) => Number(one.at) - Number(other.at));
}

it('save-each saves and refuses exactly what single saves would', async () => {
  const outcomes = new Map<string, number>();
  const changes = 6;
  await fc.assert(
    fc.asyncProperty(staffPlan, fc.array(change, { minLength: changes, maxLength: changes }), async (plan, asked) => {
      const run = async (save: (token: string, resource: string, rows: Record<string, unknown>[]) => Promise<number[]>) => {
        const world = await buildStaff(app, plan);
        const seen: unknown[] = [];
        for (const one of asked) {
          seen.push(await save(world.tokens[one.giver] ?? '', `sys/${one.resource}`, await rowsOf(world, one)));
          seen.push(await shapeOf(world));
        }
        return seen;
      };
      const single = await run(async (token, resource, rows) => {
        const answers: number[] = [];
        for (const row of rows) answers.push((await app.call(token, 'POST', `${resource}/save`, row)).code);
        return answers;
      });
      const together = await run(async (token, resource, rows) => {
        const { code, data } = await each(rows, { token, resource });
        if (code !== 20000) return rows.map(() => code);
        return data.results.map(({ refused }) => refused?.code ?? 20000);
      });
      for (const codes of single.filter((_, place) => place % 2 === 0).flatMap((some) => some as number[]))
        outcomes.set(String(codes), (outcomes.get(String(codes)) ?? 0) + 1);
      expect(together).toEqual(single);
    }),
    { seed: 20262, numRuns: 8, endOnFailure: true },
  );
  // The property is meaningful only if rows are saved, and refused for every reason.
  for (const code of ['20000', '40000', '40300', '40900']) expect(outcomes.get(code) ?? 0, code).toBeGreaterThan(5);
}, 120_000);
