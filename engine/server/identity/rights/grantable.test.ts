import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { onStatement } from '../../platform/database/planning-client.ts';
import { type RolePlan, Staff } from '@back-office/app/testing/server/staff.ts';
import { type Answer, openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';

/*
 * Every way to gain or lose rights (docs/wire.md "Specific calls"): each call is tried by a giver who may not
 * make it and by one who may. The giver reaches `here` and everything below; `there` is foreign.
 */
let app: TestApp;
let staff: Staff;
let admin: string;
let [here, below, there] = ['', '', ''];
const write = (...names: string[]) => Object.fromEntries(names.map((name) => [`sys/${name}`, ['write', 'delete', 'import', 'restore']]));
const everything = write('user', 'org', 'role', 'function', 'recycle', 'msg', 'dict');

beforeAll(async () => {
  app = await openTestApp();
  staff = new Staff(app);
  admin = await app.admin();
  [here, there] = [await staff.org(), await staff.org()];
  below = await staff.org(here);
});
afterAll(() => app.drop());

const role = (plan: Partial<RolePlan>) => staff.role({ dataScope: '本人', grants: { 'sys/user': ['read'] }, ...plan });
const reaching = (far: boolean, more: Partial<RolePlan> = {}) => role({ dataScope: '自定义', orgs: [far ? there : below], ...more });

/** What a call answers, and whether it changed anything that is stored. */
type Outcome = Answer & { isChange: boolean };
const call = async (...given: Parameters<TestApp['call']>): Promise<Outcome> => {
  const before = await app.digest();
  return { ...(await app.call(...given)), isChange: (await app.digest()) !== before };
};

/** Saves some fields of a stored record. */
async function change({ token }: Session, name: string, id: string, values: object): Promise<Outcome> {
  const { version } = (await app.call(admin, 'GET', `sys/${name}/select/${id}`)).data;
  return call(token, 'POST', `sys/${name}/save`, { id, version, ...values });
}

/** Deletes a record as the administrator, and returns its id in the recycle bin. */
async function binned(name: string, id: string): Promise<string> {
  expect((await app.call(admin, 'DELETE', `sys/${name}/delete/${id}`)).code).toBe(20000);
  const { rows } = await app.database.pool.query<{ id: string }>('SELECT id FROM sys_recycle WHERE target_id = $1', [id]);
  return rows[0]?.id ?? '';
}

/** Restores a record as somebody who sees the whole bin, and otherwise reaches no more than the other givers. */
async function restore(_giver: Session, kept: string): Promise<Outcome> {
  const { 'sys/recycle': _recycle, ...others } = everything;
  const bin = await staff.role({ dataScope: '全部', grants: { 'sys/recycle': ['read', 'restore'] } });
  const { token } = await staff.signedIn(here, [bin, await staff.role({ dataScope: '本机构及下级', grants: others })]);
  return call(token, 'POST', `sys/recycle/restore/${kept}`);
}

interface Door {
  name: string;
  /** Makes the call, towards rights that the giver lacks (`far`) or holds. */
  try: (giver: Session, far: boolean) => Promise<Outcome>;
}
const disabledPerson = async (far: boolean, status = '停用') => staff.person(here, [await reaching(far)], status);
const holderOf = async (far: boolean) => staff.person(here, [await reaching(far)]);

const doors: Door[] = [
  {
    name: 'a role given to another, by save',
    try: async (giver, far) => change(giver, 'user', await staff.person(here, []), { sysRoleIds: [await reaching(far)] }),
  },
  {
    name: 'a role given to a new person, by save-batch',
    try: async ({ token }, far) =>
      call(token, 'POST', 'sys/user/save-batch', [
        { userAccount: `n${randomUUID().slice(0, 8)}`, userName: '新', sysOrgId: here, sysRoleIds: [await reaching(far)] },
      ]),
  },
  {
    name: 'a disabled person enabled',
    try: async (giver, far) => change(giver, 'user', await disabledPerson(far), { userStatus: '正常' }),
  },
  {
    name: 'a person approved',
    try: async ({ token }, far) => call(token, 'PUT', `sys/user/approve/${await disabledPerson(far, '待审核')}`, { version: 1 }),
  },
  { name: 'a password set', try: async (giver, far) => change(giver, 'user', await holderOf(far), { userPassword: 'Quiet-Meadow-51' }) },
  {
    name: 'a password set of somebody whose role is disabled',
    try: async (giver, far) =>
      change(giver, 'user', await staff.person(here, [await reaching(far, { status: '停用' })]), { userPassword: 'Quiet-Meadow-51' }),
  },
  {
    name: 'an account renamed',
    try: async (giver, far) => change(giver, 'user', await holderOf(far), { userAccount: `r${randomUUID().slice(0, 8)}` }),
  },
  {
    name: 'a second factor taken away',
    try: async ({ token }, far) => {
      const id = await holderOf(far);
      await app.database.pool.query(`INSERT INTO sys_totp VALUES ($1, '\\x00', now())`, [id]);
      return call(token, 'PUT', `sys/user/reset-two-step/${id}`);
    },
  },
  { name: 'a person disabled', try: async (giver, far) => change(giver, 'user', await holderOf(far), { userStatus: '停用' }) },
  { name: 'a role taken from a person', try: async (giver, far) => change(giver, 'user', await holderOf(far), { sysRoleIds: [] }) },
  { name: 'a person deleted', try: async ({ token }, far) => call(token, 'DELETE', `sys/user/delete/${await holderOf(far)}`) },
  { name: 'a person restored', try: async (giver, far) => restore(giver, await binned('user', await holderOf(far))) },
  {
    name: 'a person moved',
    try: async (giver, far) => {
      // By moving, the person comes to reach `below` with permissions that the giver lacks there (`far`) or holds.
      const own = await role({ dataScope: '本机构', grants: { 'sys/sms': ['read'], ...(far ? { 'sys/log-opt': ['read'] } : {}) } });
      await app.database.pool.query('DELETE FROM sys_role_function WHERE sys_role_id = $1 AND $2', [own, !far]);
      return change(giver, 'user', await staff.person(here, [own]), { sysOrgId: below });
    },
  },
  {
    name: 'a role widened',
    try: async (giver, far) => {
      const id = await reaching(false);
      await staff.person(here, [id]);
      return change(giver, 'role', id, far ? { dataScope: '全部' } : { sysOrgIds: [below, here] });
    },
  },
  {
    name: 'a role created',
    try: async ({ token }, far) =>
      call(token, 'POST', 'sys/role/save', {
        roleName: '新',
        roleCode: randomUUID(),
        ...(far ? { dataScope: '全部' } : { dataScope: '自定义', sysOrgIds: [below] }),
      }),
  },
  {
    name: 'a disabled role enabled',
    try: async (giver, far) => {
      const id = await reaching(far, { status: '停用' });
      await staff.person(here, [id]);
      return change(giver, 'role', id, { roleStatus: '正常' });
    },
  },
  { name: 'a role restored', try: async (giver, far) => restore(giver, await binned('role', await reaching(far))) },
  {
    name: 'a permission granted to a role',
    try: async ({ token }, far) => {
      const id = await reaching(far);
      await staff.person(here, [id]);
      const functions = await Promise.all(['sys/user', 'sys/dict'].map((name) => staff.functionOf(name)));
      return call(
        token,
        'POST',
        `sys/function/save-role-functions?sysRoleId=${id}`,
        functions.map((one) => ({ id: one, functionPermission: 'read,edit' })),
      );
    },
  },
  {
    name: 'a role and what it is granted, in one call',
    try: async ({ token }, far) => {
      const id = await reaching(false);
      await staff.person(here, [id]);
      return call(token, 'POST', 'sys/role/save-authorization', {
        role: { id, version: 1, ...(far ? { dataScope: '全部' } : { sysOrgIds: [below, here] }) },
        functions: [{ id: await staff.functionOf('sys/user'), functionPermission: 'read,edit' }],
      });
    },
  },
  {
    name: 'a permission taken from a role',
    try: async ({ token }, far) => {
      const id = await reaching(far);
      await staff.person(here, [id]);
      return call(token, 'POST', `sys/function/save-role-functions?sysRoleId=${id}`, []);
    },
  },
  {
    name: 'a disabled function enabled',
    try: async (giver, far) => change(giver, 'function', await granted(far, '停用'), { functionStatus: '正常' }),
  },
  { name: 'a function disabled', try: async (giver, far) => change(giver, 'function', await granted(far), { functionStatus: '停用' }) },
  { name: 'a function restored', try: async (giver, far) => restore(giver, await binned('function', await granted(far))) },
  { name: 'a function deleted', try: async ({ token }, far) => call(token, 'DELETE', `sys/function/delete/${await granted(far)}`) },
  {
    name: 'an organisation moved',
    try: async (giver, far) => {
      // A person above who reaches downwards gains reach over the moved organisation.
      const top = await staff.org(below);
      const moved = await staff.org(here);
      await staff.person(top, [await role({ dataScope: '本机构及下级', grants: { [far ? 'sys/log-opt' : 'sys/user']: ['read'] } })]);
      return change(giver, 'org', moved, { parentId: top });
    },
  },
];

/** A function on which a held role has a grant. */
async function granted(far: boolean, status = '正常'): Promise<string> {
  const id = randomUUID();
  await app.database.pool.query(
    `INSERT INTO sys_function (id, function_name, root_path, function_component, function_status) VALUES ($1, '页', '/page', 'sys/user/list', $2)`,
    [id, status],
  );
  const holding = await reaching(far, { grants: {} });
  await app.database.pool.query('INSERT INTO sys_role_function VALUES ($1, $2, $3)', [holding, id, 'read']);
  await staff.person(here, [holding]);
  return id;
}

/** @see docs/postmortems/rights-wider-than-the-givers.md */
describe.each(doors)('$name', ({ try: go }) => {
  it('is refused to a user who lacks the rights that it gives or takes, and changes nothing', async () => {
    const giver = await staff.signedIn(here, [await staff.role({ dataScope: '本机构及下级', grants: everything })]);
    const { code, message, isChange } = await go(giver, true);
    expect({ code, message, isChange }).toEqual({ code: 40300, message: expect.stringMatching(/^不能/) as string, isChange: false });
  });

  it('is allowed to a user who holds those rights', async () => {
    const giver = await staff.signedIn(here, [await staff.role({ dataScope: '本机构及下级', grants: everything })]);
    expect(await go(giver, false)).toMatchObject({ code: 20000, isChange: true });
  });
});

it('users cannot move themselves to an organisation where they would reach more', async () => {
  const giver = await staff.signedIn(here, [
    await staff.role({ dataScope: '自定义', orgs: [here, there], grants: { 'sys/user': ['write'], 'sys/org': ['read'] } }),
    await staff.role({ dataScope: '本机构', grants: { 'sys/dept': ['read'] } }),
  ]);
  expect(await change(giver, 'user', giver.userId, { sysOrgId: there })).toMatchObject({
    code: 40300,
    message: '不能授予超出自己的数据范围',
  });
});

// The number of statements must not grow with the number of accounts: one for each would take minutes.
it('changing a role with ten thousand holders compares them all at once', async () => {
  const id = await reaching(false);
  await app.database.pool.query(
    `WITH person AS (INSERT INTO sys_user (id, user_account, user_name, user_password, user_status, sys_org_id)
       SELECT gen_random_uuid(), 'many' || n, 'many', '-', '正常', CASE n % 3 WHEN 0 THEN $1::uuid WHEN 1 THEN $2::uuid END FROM generate_series(1, 10000) n
       RETURNING id)
     INSERT INTO sys_user_role SELECT id, $3 FROM person`,
    [here, below, id],
  );
  const giver = await staff.signedIn(here, [await staff.role({ dataScope: '本机构及下级', grants: everything })]);
  const statements: unknown[] = [];
  onTestFinished(onStatement((one) => statements.push(one)));
  expect((await change(giver, 'role', id, { sysOrgIds: [here, below] })).code).toBe(20000);
  expect(statements.length).toBeLessThan(100);
  expect((await change(giver, 'role', id, { dataScope: '全部' })).code).toBe(40300);
});
