import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Staff } from '@back-office/app/testing/server/staff.ts';
import { type Answer, openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';

/* Nobody publishes a notice to people outside their data scope (docs/wire.md "Specific calls"). */
let app: TestApp;
let staff: Staff;
let narrow: Session;
let wide: Session;
let [here, there] = ['', ''];
const targets: Record<string, { msgScope: string; targetIds: string[] }> = {};

beforeAll(async () => {
  app = await openTestApp();
  staff = new Staff(app);
  here = await staff.org();
  await staff.org(here);
  there = await staff.org();
  const grants = { 'sys/msg': ['write', 'publish'], 'sys/recycle': ['write', 'restore'] };
  narrow = await staff.signedIn(here, [await staff.role({ dataScope: '本机构', grants })]);
  wide = await staff.signedIn(here, [await staff.role({ dataScope: '全部', grants })]);
  const [everywhere, homely] = [await staff.role({ dataScope: '本人', grants: {} }), await staff.role({ dataScope: '本人', grants: {} })];
  await staff.person(there, [everywhere]);
  const dormant = await staff.role({ dataScope: '本人', grants: {} });
  await staff.person(there, [dormant], '停用');
  const neighbour = await staff.person(here, [homely]);
  Object.assign(targets, {
    everyone: { msgScope: '全部', targetIds: [] },
    'an organisation and those below it': { msgScope: '机构', targetIds: [here] },
    'a role that others hold': { msgScope: '角色', targetIds: [everywhere] },
    'a role that only disabled others hold': { msgScope: '角色', targetIds: [dormant] },
    'a role of neighbours': { msgScope: '角色', targetIds: [homely] },
    'a neighbour': { msgScope: '用户', targetIds: [neighbour] },
  });
});
afterAll(() => app.drop());

const notice = { msgTitle: '通知', msgContent: '<p>内容</p>' };
const save = ({ token }: Session, values: object): Promise<Answer> => app.call(token, 'POST', 'sys/msg/save', { ...notice, ...values });
const refusal = { code: 40300, message: '不能向自己数据范围之外的人发布通知' };
const dormantRefusal = { ...refusal, message: '不能向自己数据范围之外的人（含停用的人）发布通知' };

describe.each([
  ['everyone', refusal],
  ['an organisation and those below it', refusal],
  ['a role that others hold', refusal],
  ['a role that only disabled others hold', dormantRefusal],
])('a notice to %s', (to, refused) => {
  it('can be drafted, but not published, by a user who does not reach all its readers', async () => {
    expect(await save(narrow, { ...targets[to], msgStatus: '已发布' })).toMatchObject(refused);
    const draft = await save(narrow, { ...targets[to], msgStatus: '草稿' });
    expect(draft.code).toBe(20000);
    const { id, version } = draft.data;
    expect(await save(narrow, { id, version, msgStatus: '已发布' })).toMatchObject(refused);
    expect((await app.call(narrow.token, 'POST', 'sys/msg/save-batch', [{ id, version, msgStatus: '已发布' }])).code).not.toBe(20000);
    // Once another person has published it, they may not change its text, but may withdraw it.
    const { data } = await save(wide, { id, version, msgStatus: '已发布' });
    expect(await save(narrow, { id, version: data.version, msgContent: '<p>别的</p>' })).toMatchObject(refused);
    expect((await save(narrow, { id, version: data.version, msgStatus: '已撤回' })).code).toBe(20000);
  });

  it('can be published by a user who reaches everybody', async () => {
    expect((await save(wide, { ...targets[to], msgStatus: '已发布' })).code).toBe(20000);
  });
});

it.each([
  ['everyone', 'msgScope'],
  ['a role that others hold', 'targetIds'],
])('the refusal of a notice to %s names the field %s', async (to, field) => {
  const answer = await save(narrow, { ...targets[to], msgStatus: '已发布' });
  expect(answer).toMatchObject({ ...refusal, data: { fields: [{ field, message: refusal.message }] } });
});

it.each(['a role of neighbours', 'a neighbour'])('a notice to %s can be published by a user who reaches them', async (to) => {
  expect((await save(narrow, { ...targets[to], msgStatus: '已发布' })).code).toBe(20000);
});

it('a notice published to everyone cannot be restored by a user who does not reach everyone', async () => {
  const { data } = await save(wide, { ...targets['everyone'], msgStatus: '已发布' });
  expect((await app.call(narrow.token, 'DELETE', `sys/msg/delete/${data.id}`)).code).toBe(20000);
  const { rows } = await app.database.pool.query<{ id: string }>('SELECT id FROM sys_recycle WHERE target_id = $1', [data.id]);
  const restore = ({ token }: Session) => app.call(token, 'POST', `sys/recycle/restore/${rows[0]?.id}`);
  expect(await restore(narrow)).toMatchObject(refusal);
  expect((await restore(wide)).code).toBe(20000);
});
