import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { Staff } from '@back-office/app/testing/server/staff.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { untilWaiting } from '../testing/until-waiting.ts';

/* Many accounts save at the same moment: uniqueness is decided by the database, not by a check beforehand. */
let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
});
afterAll(() => app.drop());

const save = (body: unknown, resource = 'sys/role') => app.call(admin, 'POST', `${resource}/save`, body);
const codesOf = (answers: { code: number }[]) =>
  Object.fromEntries([...Map.groupBy(answers, ({ code }) => code)].map(([code, same]) => [code, same.length]));

describe('concurrent saves', () => {
  it('create one record with a unique value, fifty at once', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => save({ roleName: `第${at}个`, roleCode: 'contested' })));
    expect(codesOf(answers)).toEqual({ 20000: 1, 40900: 49 });
  });

  it('create one account, in upper or lower case', async () => {
    const users = Array.from({ length: 20 }, (_, at) => ({ userAccount: at % 2 === 0 ? 'contested' : 'CONTESTED', userName: `第${at}个` }));
    expect(codesOf(await Promise.all(users.map((user) => save(user, 'sys/user'))))).toEqual({ 20000: 1, 40900: 19 });
  });

  it('create one root entry of a dictionary, although its parent is empty', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => save({ dictLabel: '争', dictValue: 'contested' }, 'sys/dict')));
    expect(codesOf(answers)).toEqual({ 20000: 1, 40900: 19 });
  });

  it('that move two records under each other make no cycle', async () => {
    const [one, other] = [(await save({ deptName: '甲' }, 'sys/dept')).data, (await save({ deptName: '乙' }, 'sys/dept')).data];
    const answers = await Promise.all([
      save({ id: one.id, version: 1, parentId: other.id }, 'sys/dept'),
      save({ id: other.id, version: 1, parentId: one.id }, 'sys/dept'),
    ]);
    expect(codesOf(answers)).toEqual({ 20000: 1, 40900: 1 });
  });

  it('that attach children to a record being deleted leave none without its parent', async () => {
    const { data: parent } = await save({ deptName: '上级' }, 'sys/dept');
    const attach = Array.from({ length: 5 }, (_, at) => save({ deptName: `下级${at}`, parentId: parent.id }, 'sys/dept'));
    const answers = await Promise.all([app.call(admin, 'DELETE', `sys/dept/delete/${parent.id}`), ...attach]);
    const { rows } = await app.database.pool.query(
      'select c.id from sys_dept c left join sys_dept p on p.id = c.parent_id where c.parent_id is not null and p.id is null',
    );
    expect(rows).toEqual([]);
    const deleted = answers[0]?.code === 20000;
    expect(codesOf(answers.slice(1))).toEqual({ [deleted ? 40000 : 20000]: 5 });
  });
});

it('exactly one of two concurrent edits wins, fifty times in a row', async () => {
  let { data: row } = await save({ roleName: '编辑', roleCode: 'edited' });
  for (let round = 0; round < 50; round++) {
    const answers: { code: number; data: AnyRow }[] = await Promise.all(
      ['甲', '乙'].map((who) => save({ ...row, roleRemark: `${who}${round}` })),
    );
    expect(codesOf(answers)).toEqual({ 20000: 1, 40900: 1 });
    const winner = answers.find(({ code }) => code === 20000)?.data as AnyRow;
    expect(answers.find(({ code }) => code === 40900)?.data).toEqual({ conflict: 'version', current: winner });
    row = winner;
  }
  expect(row.version).toBe(51);
});

it.skipIf(inject('testTemplate').kind === 'embedded')(
  'a save that waits for another one is answered with the links of the version that it is answered with',
  async () => {
    const { data: role } = await save({ roleName: '等', roleCode: 'waiting' });
    const { data: org } = await save({ orgName: '刚加的机构', orgCode: 'just-added' }, 'sys/org');
    const other = await app.database.pool.connect();
    await other.query('BEGIN');
    await other.query('INSERT INTO sys_role_org (owner_id, target_id) VALUES ($1, $2)', [role.id, org.id]);
    await other.query('UPDATE sys_role SET version = version + 1 WHERE id = $1', [role.id]);
    const waiting = app.call(admin, 'POST', 'sys/role/save-each', [{ id: role.id, version: 1, roleRemark: '晚了' }]);
    await untilWaiting(app.database.pool);
    await other.query('COMMIT');
    other.release();
    expect(JSON.stringify((await waiting).data)).toContain(org.id);
  },
);

it.each(['a\u0000b', '\ud800', { a: '\u0000' }])('the parent %j, which no database takes, is refused at its field', async (parentId) => {
  const { data } = await save({ deptName: '有上级的' }, 'sys/dept');
  const changed = { id: data.id, version: 1, parentId };
  const refused = { code: 40000, data: { fields: [{ field: 'parentId' }] } };
  expect(await save(changed, 'sys/dept')).toMatchObject(refused);
  expect(await app.call(admin, 'POST', 'sys/dept/save-batch?dryRun=true', [changed])).toMatchObject(refused);
  expect((await app.call(admin, 'POST', 'sys/dept/save-each', [changed])).code).not.toBe(50000);
});

it('a tree goes no deeper than a hundred levels', async () => {
  const ids = Array.from({ length: 100 }, () => randomUUID());
  await app.database.pool.query(
    `insert into sys_dept (id, parent_id, dept_name, dept_status) select id::uuid, lag(id::uuid) over (order by n), '第' || n || '级', '正常' from unnest($1::text[]) with ordinality as x(id, n)`,
    [ids],
  );
  expect(await save({ deptName: '第一百零一级', parentId: ids[99] }, 'sys/dept')).toMatchObject({
    code: 40000,
    data: { fields: [{ field: 'parentId' }] },
  });
  expect((await save({ deptName: '又一个第一百级', parentId: ids[98] }, 'sys/dept')).code).toBe(20000);
});

it('a save of a user reports every issue of the record at once', async () => {
  const { data } = await save(
    {
      userAccount: 'a b',
      userPhone: 'x',
      userEmail: 'y',
      sysRoleIds: [randomUUID()],
      userGender: '无此项',
      hobby: 1,
      createTime: '2020-01-01 00:00:00',
    },
    'sys/user',
  );
  const fields = (data as unknown as { fields: { field: string }[] }).fields.map(({ field }) => field);
  expect(new Set(fields)).toEqual(
    new Set(['hobby', 'createTime', 'userAccount', 'userName', 'userPhone', 'userEmail', 'sysRoleIds', 'userGender']),
  );
});

it('an empty secret leaves the password as it is', async () => {
  const { data } = await save({ userAccount: 'keeps-secret', userName: '留', userPassword: 'Kept-Horse-3141' }, 'sys/user');
  expect(data).not.toHaveProperty('oneTimePassword');
  for (const [version, userPassword] of [
    [1, ''],
    [2, null],
  ] as const)
    expect((await save({ id: data.id, version, userName: `留${version}`, userPassword }, 'sys/user')).code).toBe(20000);
  expect((await app.login('keeps-secret', 'Kept-Horse-3141')).code).toBe(20000);
});

it('a disabled organisation cannot be chosen, but stays where it is already set', async () => {
  const org = (await save({ orgName: '停了', orgCode: 'stopped', orgStatus: '停用' }, 'sys/org')).data;
  const other = (await save({ orgName: '开着', orgCode: 'running' }, 'sys/org')).data;
  const user = (await save({ userAccount: 'stays-there', userName: '在', sysOrgId: other.id }, 'sys/user')).data;
  const refused = { code: 40000, data: { fields: [{ field: 'sysOrgId', message: '机构不在可选范围内' }] } };
  expect(await save({ userAccount: 'new-there', userName: '新', sysOrgId: org.id }, 'sys/user')).toMatchObject(refused);
  expect(await save({ id: user.id, version: 1, sysOrgId: org.id }, 'sys/user')).toMatchObject(refused);
  const rows = [{ userAccount: 'new-there', userName: '新', sysOrgId: org.id }];
  expect(await app.call(admin, 'POST', 'sys/user/save-batch', rows)).toMatchObject({ code: 40000, data: { fields: [{ row: 0 }] } });
  // Data from before the rule, or written by a statement.
  await app.database.pool.query('UPDATE sys_user SET sys_org_id = $1 WHERE id = $2', [org.id, user.id]);
  const whole = (await app.call<AnyRow>(admin, 'GET', `sys/user/select/${user.id}`)).data;
  expect(await save({ ...whole, userName: '还在' }, 'sys/user')).toMatchObject({ code: 20000, data: { sysOrgId: org.id } });
});

it('a disabled role can be given to a user, and a record can be put below a disabled one', async () => {
  const role = (await save({ roleName: '停', roleCode: 'not-yet', roleStatus: '停用', dataScope: '全部' })).data;
  const org = (await save({ orgName: '筹备', orgCode: 'not-yet', orgStatus: '停用' }, 'sys/org')).data;
  const given = await save({ userAccount: 'not-yet', userName: '待', sysRoleIds: [role.id] }, 'sys/user');
  expect(given).toMatchObject({ code: 20000, data: { sysRoleIds: [role.id] } });
  const below = await save({ orgName: '下级', orgCode: 'below-not-yet', parentId: org.id }, 'sys/org');
  expect(below).toMatchObject({ code: 20000, data: { parentId: org.id } });
});

it('a list of references keeps a record that the person does not see, and may gain only those that they see', async () => {
  const staff = new Staff(app);
  const [own, hidden, other] = [await staff.org(), await staff.org(), await staff.org()];
  const below = await staff.org(own);
  const grants = { 'sys/role': ['read', 'edit'], 'sys/org': ['read'] };
  const { token } = await staff.signedIn(own, [await staff.role({ dataScope: '本机构及下级', grants })]);
  const id = await staff.role({ dataScope: '本人', grants: {}, orgs: [own, hidden] });
  const edit = async (values: (current: AnyRow) => object) => {
    const { data: current } = await app.call<AnyRow>(token, 'GET', `sys/role/select/${id}`);
    return app.call<AnyRow>(token, 'POST', 'sys/role/save', { ...current, ...values(current) });
  };
  const orgsOf = ({ sysOrgIds }: AnyRow) => new Set(sysOrgIds as string[]);
  const same = await edit(() => ({ roleRemark: '改' }));
  expect([same.code, same.message, orgsOf(same.data)]).toEqual([20000, '操作成功', new Set([own, hidden])]);
  const more = await edit(({ sysOrgIds }) => ({ sysOrgIds: [...(sysOrgIds as string[]), below] }));
  expect([more.code, orgsOf(more.data)]).toEqual([20000, new Set([own, hidden, below])]);
  const beyond = await edit(({ sysOrgIds }) => ({ sysOrgIds: [...(sysOrgIds as string[]), other] }));
  expect(beyond).toMatchObject({ code: 40000, data: { fields: [{ field: 'sysOrgIds', message: '自定义机构不存在' }] } });
  const fewer = await edit(() => ({ sysOrgIds: [own] }));
  expect([fewer.code, orgsOf(fewer.data)]).toEqual([20000, new Set([own])]);
  expect(await edit(() => ({ sysOrgIds: [own, hidden] }))).toMatchObject({ code: 40000 });
});

describe('a new record', () => {
  it.each([
    ['sys/user', 'sysOrgIdLabel', '总部'],
    ['sys/user', 'oneTimePassword', 'Chosen-Horse-42'],
    ['sys/token', 'token', 'bo_chosen'],
    ['sys/webhook', 'secret', 'whsec_chosen'],
    ['sys/dept', 'hasChildren', true],
  ])('of %s is refused with a %s, which no form writes', async (resource, name, value) => {
    const { code, data } = await save({ userAccount: 'derived.one', userName: '新人', [name]: value }, resource);
    const issues = data['fields'] as { field: string; message: string }[];
    expect([code, issues.find(({ field }) => field === name)?.message]).toEqual([40000, `${name}不可修改`]);
  });

  it('is saved with such names if they are empty, and posted back whole', async () => {
    const { code, data } = await save({ deptName: '空的', parentIdLabel: null, sysOrgIdLabel: '', hasChildren: false }, 'sys/dept');
    expect(code).toBe(20000);
    const { data: below } = await save({ deptName: '下级', parentId: data.id }, 'sys/dept');
    expect(below['parentIdLabel']).toBe('空的');
    expect((await save(below, 'sys/dept')).code).toBe(20000);
  });
});
