import { randomUUID } from 'node:crypto';
import type { NoticeAnswer, NoticeList, NoticeReaders } from '../own-notices.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';

/* Notices from publication to the last reader, through the API. */
let app: TestApp;
let admin: string;
/** An organisation with a department below it, another beside it, and who belongs to which. */
const [house, below, beside, role] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
let head: Session;
let clerk: Session;
let stranger: Session;

beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
  await sql(
    `INSERT INTO sys_org (id, parent_id, org_name, org_code, org_status) VALUES
    ($1, null, '总部', 'hq', '正常'), ($2, $1, '分部', 'sub', '正常'), ($3, null, '别处', 'else', '正常')`,
    [house, below, beside],
  );
  await sql(`INSERT INTO sys_role (id, role_name, role_code, role_status, data_scope) VALUES ($1, '收信', 'mail', '正常', '本人')`, [role]);
  head = await member(house);
  clerk = await member(below);
  stranger = await member(beside);
});
afterAll(() => app.drop());
beforeEach(() => sql('DELETE FROM sys_msg'));

const sql = (text: string, values: unknown[] = []) => app.database.pool.query(text, values);

async function member(org: string): Promise<Session> {
  const session = await app.userWith({}, { dataScope: '本人' });
  await sql('UPDATE sys_user SET sys_org_id = $1 WHERE id = $2', [org, session.userId]);
  return session;
}

async function save(values: AnyRow | Record<string, unknown>, token = admin): Promise<AnyRow> {
  const answer = await app.call(token, 'POST', 'sys/msg/save', values);
  if (answer.code !== 20000) throw new Error(`${answer.code} ${answer.message}`);
  return answer.data;
}
const publish = (values: Record<string, unknown> = {}) =>
  save({ msgTitle: '停电通知', msgContent: '<p>今晚停电</p>', msgScope: '全部', msgStatus: '已发布', ...values });
const list = async ({ token }: Session, query = ''): Promise<NoticeList> =>
  (await app.call<NoticeList>(token, 'GET', `sys/msg/list${query}`)).data;
const titles = async (session: Session): Promise<string[]> => (await list(session)).items.map(({ msgTitle }) => msgTitle);
const read = ({ token }: Session, id: string, call = 'read') => app.call<NoticeAnswer>(token, 'PUT', `sys/msg/${call}/${id}`);

describe('the audience of a notice', () => {
  it('is everyone, an organisation with those below it, the holders of a role, or the people named', async () => {
    await sql('INSERT INTO sys_user_role VALUES ($1, $2)', [clerk.userId, role]);
    await publish({ msgTitle: '大家' });
    await publish({ msgTitle: '总部', msgScope: '机构', targetIds: [house] });
    await publish({ msgTitle: '分部', msgScope: '机构', targetIds: [below] });
    await publish({ msgTitle: '角色', msgScope: '角色', targetIds: [role] });
    await publish({ msgTitle: '其人', msgScope: '用户', targetIds: [stranger.userId, head.userId] });
    expect((await titles(head)).sort()).toEqual(['其人', '大家', '总部'].sort());
    expect((await titles(clerk)).sort()).toEqual(['大家', '总部', '分部', '角色'].sort());
    expect((await titles(stranger)).sort()).toEqual(['其人', '大家'].sort());
    await sql('DELETE FROM sys_user_role WHERE owner_id = $1 AND target_id = $2', [clerk.userId, role]);
    expect(await titles(clerk)).not.toContain('角色');
  });

  it('is nobody before its time, after it, for a draft, or once it is withdrawn', async () => {
    await publish({ msgStatus: '草稿' });
    await publish({ publishTime: '2999-01-01 00:00:00' });
    await publish({ publishTime: '2020-01-01 00:00:00', expireTime: '2020-02-01 00:00:00' });
    const { id, version } = await publish();
    expect((await list(head)).total).toBe(1);
    await save({ id, version, msgStatus: '已撤回' });
    expect(await list(head)).toMatchObject({ items: [], total: 0, unread: 0 });
    expect((await read(head, id)).code).toBe(40400);
  });

  it('is not revealed by trying to read or confirm a notice for others', async () => {
    const { id } = await publish({ msgScope: '用户', targetIds: [head.userId] });
    for (const wrong of [id, randomUUID(), 'x', 'all%20']) {
      for (const call of ['read', 'confirm'])
        expect(await read(stranger, wrong, call)).toMatchObject({ code: 40400, message: '数据不存在或已被删除' });
    }
    expect((await read(head, id)).code).toBe(20000);
  });
});

it('notices are listed newest first, the unread ones are counted, and each is marked as read once', async () => {
  const old = await publish({ msgTitle: '旧', publishTime: '2026-01-01 08:00:00' });
  await publish({ msgTitle: '新', publishTime: '2026-01-02 08:00:00' });
  expect(await list(head)).toMatchObject({
    total: 2,
    unread: 2,
    items: [{ msgTitle: '新', isRead: '否', readTime: null }, { msgTitle: '旧' }],
  });
  const first = await read(head, old.id);
  expect(first.data).toMatchObject({ id: old.id, isRead: '是', unread: 1, msgContent: '<p>今晚停电</p>' });
  expect(first.data).not.toHaveProperty('targetIds');
  // The columns of every record (docs/wire.md "Fields").
  const { createTime, createUser, updateTime, updateUser } = old;
  expect(first.data).toMatchObject({ createTime, createUser, updateTime, updateUser });
  expect((await read(head, old.id)).data.readTime).toBe(first.data.readTime);
  expect((await list(head, '?only=unread')).items.map(({ msgTitle }) => msgTitle)).toEqual(['新']);
  expect(await list(head, '?index=1&limit=1')).toMatchObject({ total: 2, unread: 1, items: [{ msgTitle: '旧', isRead: '是' }] });
  expect((await list(clerk)).unread).toBe(2);
  expect((await app.call(head.token, 'PUT', 'sys/msg/read/all')).data).toEqual({ unread: 0, unconfirmed: 0 });
  expect((await list(head)).unread).toBe(0);
  for (const query of ['?only=x', '?limit=0', '?index=-1', '?only=__proto__'])
    expect((await app.call(head.token, 'GET', `sys/msg/list${query}`)).code).toBe(40000);
});

it('marking all as read marks only the notices published up to the time that the user names', async () => {
  for (const [second, msgTitle] of ['看过', '刚到'].entries()) await publish({ msgTitle, publishTime: `2026-01-01 08:00:0${second}` });
  const mark = (until: string) => app.call(head.token, 'PUT', `sys/msg/read/all?until=${encodeURIComponent(until)}`);
  for (const until of ['', '昨天', '2026-02-30 00:00:00']) expect((await mark(until)).code).toBe(40000);
  expect((await mark('2026-01-01 08:00:00')).data).toEqual({ unread: 1, unconfirmed: 0 });
  expect((await list(head, '?only=unread')).items.map(({ msgTitle }) => msgTitle)).toEqual(['刚到']);
});

it('a notice that requires confirmation stays listed until it is confirmed, even if it was read', async () => {
  const { id } = await publish({ needConfirm: '是' });
  expect((await read(head, id)).data).toMatchObject({ unread: 0, unconfirmed: 1, confirmTime: null });
  await app.call(head.token, 'PUT', 'sys/msg/read/all');
  expect((await list(head, '?only=unconfirmed')).items).toHaveLength(1);
  const confirmed = await read(head, id, 'confirm');
  expect(confirmed.data).toMatchObject({ unconfirmed: 0, confirmTime: expect.any(String) });
  expect((await read(clerk, id, 'confirm')).data).toMatchObject({ isRead: '是', unread: 0, unconfirmed: 0 });
});

it('a notice changed since it was read cannot be confirmed, and is returned in its current version', async () => {
  const seen = await publish({ needConfirm: '是' });
  const { id, version } = await save({ id: seen.id, version: seen.version, msgContent: '<p>今晚不停电</p>' });
  expect(await read(head, `${id}?version=${seen.version}`, 'confirm')).toMatchObject({
    code: 40900,
    message: '通知已修改，请阅读后再确认',
    data: { conflict: 'version', current: { id, version, msgContent: '<p>今晚不停电</p>', confirmTime: null } },
  });
  expect(await list(head)).toMatchObject({ unread: 1, unconfirmed: 1 });
  expect((await read(head, `${id}?version=x`, 'confirm')).code).toBe(40000);
  expect((await read(head, `${id}?version=${version}`, 'confirm')).data).toMatchObject({ unconfirmed: 0, isRead: '是' });
  // Once confirmed, it stays confirmed, whatever version is given.
  expect((await read(head, `${id}?version=1`, 'confirm')).code).toBe(20000);
});

describe('publishing', () => {
  it('records who and when, and makes a changed text unread again', async () => {
    const draft = await save({ msgTitle: '一', msgContent: '好', msgScope: '全部' });
    expect(draft).toMatchObject({ msgStatus: '草稿', publishTime: null, publishUser: null });
    const out = await save({ ...draft, msgStatus: '已发布' });
    expect(out).toMatchObject({ publishTime: expect.any(String), publishUserLabel: expect.any(String) });
    await read(head, out.id);
    const later = await save({ ...out, expireTime: '2999-01-01 00:00:00' });
    expect((await list(head)).unread).toBe(0);
    const changed = await save({ ...later, msgContent: '更好' });
    expect((await list(head)).unread).toBe(1);
    const withdrawn = await save({ ...changed, msgStatus: '已撤回' });
    await sql(`UPDATE sys_msg SET publish_time = now() - interval '1 day' WHERE id = $1`, [out.id]);
    const { publishTime: _, ...rest } = withdrawn;
    const again = await save({ ...rest, msgStatus: '已发布' });
    expect(String(again['publishTime']) >= String(out['publishTime'])).toBe(true);
  });

  it('refuses a notice without recipients, to unknown ones, over before it begins, or empty', async () => {
    const base = { msgTitle: '一', msgContent: '好', msgStatus: '已发布' };
    for (const [values, field] of [
      [{ msgScope: '机构', targetIds: [] }, 'targetIds'],
      [{ msgScope: '机构', targetIds: [role] }, 'targetIds'],
      [{ msgScope: '用户', targetIds: [randomUUID()] }, 'targetIds'],
      [{ msgScope: '全部', expireTime: '2020-01-01 00:00:00' }, 'expireTime'],
      [{ msgScope: '全部', publishTime: '2026-02-02 00:00:00', expireTime: '2026-02-01 00:00:00' }, 'expireTime'],
      [{ msgScope: '全部', msgContent: '<p></p>' }, 'msgContent'],
    ] as const)
      expect((await app.call<{ fields: unknown }>(admin, 'POST', 'sys/msg/save', { ...base, ...values })).data).toMatchObject({
        fields: [{ field }],
      });
    const cleaned = await publish({ msgContent: '<p onclick="x()">好</p><script>x()</script>' });
    expect(cleaned['msgContent']).toBe('<p>好</p>');
    expect((await save(cleaned))['msgContent']).toBe('<p>好</p>');
  });
});

describe('the list of readers', () => {
  const readers = async (id: string, query = '', token = admin) =>
    (await app.call<NoticeReaders>(token, 'GET', `sys/msg/readers/${id}${query}`)).data;

  it('shows everyone addressed, with when they read and confirmed', async () => {
    const { id } = await publish({ msgScope: '机构', targetIds: [house], needConfirm: '是' });
    await read(clerk, id, 'confirm');
    expect(await readers(id)).toMatchObject({
      addressed: 2,
      read: 1,
      confirmed: 1,
      total: 2,
      items: [
        { id: clerk.userId, sysOrgIdLabel: '分部' },
        { id: head.userId, isRead: '否' },
      ],
    });
    expect(await readers(id, '?state=unread')).toMatchObject({ total: 1, items: [{ id: head.userId }] });
    const leaver = await member(house);
    expect((await readers(id)).addressed).toBe(3);
    await sql(`UPDATE sys_user SET user_status = '停用' WHERE id = $1`, [leaver.userId]);
    expect((await readers(id)).addressed).toBe(2);
  });

  it('shows only people in the user’s data scope, and only for notices in it', async () => {
    const publisher = await app.userWith({ 'sys/msg': ['read', 'add', 'edit'] }, { dataScope: '本机构' });
    await sql('UPDATE sys_user SET sys_org_id = $1 WHERE id = $2', [below, publisher.userId]);
    const own = await save({ msgTitle: '一', msgContent: '好', msgScope: '全部' }, publisher.token);
    // Publishing to everybody needs a person whose data scope is everybody.
    await save({ id: own.id, version: own.version, msgStatus: '已发布' });
    expect((await readers(own.id, '', publisher.token)).items.map(({ id }) => id).sort()).toEqual([clerk.userId, publisher.userId].sort());
    const { id } = await publish();
    expect((await app.call(publisher.token, 'GET', `sys/msg/readers/${id}`)).code).toBe(40400);
    expect(
      (await app.call(publisher.token, 'POST', 'sys/msg/save', { msgTitle: '一', msgContent: '好', msgScope: '机构', targetIds: [beside] }))
        .code,
    ).toBe(40000);
  });

  it('reminds those who have not read, at most once in ten minutes, and logs it', async () => {
    const { id } = await publish({ msgScope: '用户', targetIds: [head.userId, clerk.userId] });
    await read(clerk, id);
    expect((await app.call(admin, 'POST', `sys/msg/remind/${id}`)).data).toEqual({ reminded: 1 });
    const again = await app.call(admin, 'POST', `sys/msg/remind/${id}`);
    expect(again).toMatchObject({ code: 42900 });
    expect(Number(again.headers['retry-after'])).toBeGreaterThan(500);
    expect((await list(head)).items[0]?.remindTime).not.toBeNull();
    const log = await sql(`SELECT opt_type FROM sys_log_opt WHERE target_id = $1 ORDER BY opt_time`, [id]);
    expect(log.rows).toEqual([{ opt_type: '新增' }, { opt_type: '提醒' }]);
    await sql(`UPDATE sys_msg SET remind_time = now() - interval '11 minutes' WHERE id = $1`, [id]);
    expect((await app.call(admin, 'POST', `sys/msg/remind/${id}`)).code).toBe(20000);
    const draft = await save({ msgTitle: '草稿', msgContent: '好', msgScope: '全部' });
    const refused = { code: 40000, message: '只有已发布的通知可以提醒' };
    expect(await app.call(admin, 'POST', `sys/msg/remind/${draft.id}`)).toMatchObject(refused);
  });
});
