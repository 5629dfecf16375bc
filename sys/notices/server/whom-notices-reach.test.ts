import { randomUUID } from 'node:crypto';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { NoticeList, NoticeReaders } from '../own-notices.ts';
import { onlineReaders } from './online-readers.ts';
import { readNoticeOf } from './readable.ts';

/* The recipients of notices, compared with a model of plain lists, while people move, roles are granted, revoked, disabled and enabled, and notices change. */
const times = { past: '2020-01-01 00:00:00', soon: '2999-01-01 00:00:00' };
const orgs = Array.from({ length: 5 }, () => randomUUID());
const roles = Array.from({ length: 3 }, () => randomUUID());
let app: TestApp;
let admin: string;
let people: Session[];
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
  people = [];
  for (let at = 0; at < 5; at += 1) people.push(await app.userWith({}, { dataScope: '本人' }));
  for (const [at, id] of orgs.entries())
    await query(`INSERT INTO sys_org (id, org_name, org_code, org_status) VALUES ($1, $2, $2, '正常')`, [id, `o${at}`]);
  for (const [at, id] of roles.entries())
    await query(`INSERT INTO sys_role (id, role_name, role_code, role_status, data_scope) VALUES ($1, $2, $2, '正常', '本人')`, [
      id,
      `r${at}`,
    ]);
});
afterAll(() => app.drop());

const query = async (text: string, values: unknown[] = []): Promise<AnyRow[]> => (await app.database.pool.query<AnyRow>(text, values)).rows;
const idOf = (at: number): string => people[at]?.userId ?? '';

/** The expected state, as plain lists. */
interface Model {
  parents: (number | undefined)[];
  orgOf: (number | undefined)[];
  rolesOf: Set<number>[];
  disabledRoles: Set<number>;
  notices: (AnyRow & { scope: string; targets: number[]; read: Set<number>; confirmed: Set<number> })[];
}
type Notice = Model['notices'][number];

const isOut = ({ msgStatus, publishTime, expireTime }: Notice): boolean =>
  msgStatus === '已发布' && publishTime !== times.soon && expireTime !== times.past;

function isFor({ parents, orgOf, rolesOf, disabledRoles }: Model, { scope, targets }: Notice, person: number): boolean {
  const above: number[] = [];
  for (let org = orgOf[person]; org !== undefined; org = parents[org]) above.push(org);
  if (scope === '机构') return above.some((org) => targets.includes(org));
  if (scope === '角色') return targets.some((role) => rolesOf[person]?.has(role) === true && !disabledRoles.has(role));
  return scope === '全部' || targets.includes(person);
}

type Step = (model: Model) => Promise<void>;
const pick = (most: number) => fc.nat({ max: most - 1 });
const moves = fc.record({ person: pick(5), org: fc.option(pick(5), { nil: undefined }) }).map(({ person, org }): Step => async (model) => {
  model.orgOf[person] = org;
  await query('UPDATE sys_user SET sys_org_id = $1 WHERE id = $2', [org === undefined ? null : orgs[org], idOf(person)]);
});
const grants = fc.record({ person: pick(5), role: pick(3), on: fc.boolean() }).map(({ person, role, on }): Step => async (model) => {
  const held = model.rolesOf[person];
  held?.[on ? 'add' : 'delete'](role);
  await query('DELETE FROM sys_user_role WHERE owner_id = $1 AND target_id = $2', [idOf(person), roles[role]]);
  if (on) await query('INSERT INTO sys_user_role VALUES ($1, $2)', [idOf(person), roles[role]]);
});
const disables = fc.record({ role: pick(3), on: fc.boolean() }).map(({ role, on }): Step => async ({ disabledRoles }) => {
  disabledRoles[on ? 'delete' : 'add'](role);
  await query('UPDATE sys_role SET role_status = $1 WHERE id = $2', [on ? '正常' : '停用', roles[role]]);
});
// The parent of an organisation has the smaller number, so that there is no cycle.
const replants = fc.record({ org: pick(5), parent: pick(5) }).map(({ org, parent }): Step => async (model) => {
  model.parents[org] = parent < org ? parent : undefined;
  await query('UPDATE sys_org SET parent_id = $1 WHERE id = $2', [parent < org ? orgs[parent] : null, orgs[org]]);
});
const values = fc.record({
  scope: fc.constantFrom('全部', '机构', '角色', '用户'),
  picked: fc.uniqueArray(pick(3), { minLength: 1, maxLength: 2 }),
  msgStatus: fc.constantFrom('草稿', '已发布', '已发布', '已撤回'),
  publishTime: fc.constantFrom(times.past, times.past, times.soon),
  expireTime: fc.constantFrom(null, null, times.soon, times.past),
  needConfirm: fc.constantFrom('是', '否'),
  msgContent: fc.constantFrom('<p>一</p>', '<p>二</p>'),
});
const writes = fc.record({ at: pick(6), given: values }).map(({ at, given: { scope, picked, ...rest } }): Step => async (model) => {
  const ids = scope === '机构' ? orgs : scope === '角色' ? roles : scope === '用户' ? people.map(({ userId }) => userId) : [];
  const known = model.notices[at];
  // Published again, it starts now, and cannot end before.
  const begins = rest.publishTime === times.soon || known?.['msgStatus'] === '已撤回';
  const expireTime = begins && rest.expireTime === times.past ? null : rest.expireTime;
  const stored = known === undefined ? { msgTitle: `通知${at}` } : { id: known.id, version: known.version };
  const targetIds = picked.flatMap((one) => ids[one] ?? []);
  const { code, message, data } = await app.call(admin, 'POST', 'sys/msg/save', {
    ...stored,
    ...rest,
    expireTime,
    msgScope: scope,
    targetIds,
  });
  expect([code, message]).toEqual([20000, '操作成功']);
  const fresh =
    known === undefined ||
    (data['msgStatus'] === '已发布' && (known['msgStatus'] !== '已发布' || known['msgContent'] !== data['msgContent']));
  const marks = fresh ? { read: new Set<number>(), confirmed: new Set<number>() } : { read: known.read, confirmed: known.confirmed };
  const notice = { ...data, publishTime: rest.publishTime, scope, targets: picked, ...marks };
  if (known === undefined) model.notices.push(notice);
  else model.notices[at] = notice;
});
const marks = fc
  .record({ person: pick(5), at: pick(6), how: fc.constantFrom('read', 'confirm', 'all') })
  .map(({ person, at, how }): Step => async (model) => {
    const token = people[person]?.token;
    const mine = model.notices.filter((one) => isOut(one) && isFor(model, one, person));
    if (how === 'all') {
      await app.call(token, 'PUT', 'sys/msg/read/all');
      for (const { read } of mine) read.add(person);
      return;
    }
    const notice = model.notices[at];
    if (notice === undefined) return;
    const { code } = await app.call(token, 'PUT', `sys/msg/${how}/${notice.id}`);
    expect(code).toBe(mine.includes(notice) ? 20000 : 40400);
    if (!mine.includes(notice)) return;
    notice.read.add(person);
    if (how === 'confirm') notice.confirmed.add(person);
  });

/** Checks each person's notices through every call that returns them. */
async function holds(model: Model): Promise<void> {
  for (const [person, { token, userId }] of people.entries()) {
    const mine = model.notices.filter((one) => isOut(one) && isFor(model, one, person));
    const open = mine.filter(({ read }) => !read.has(person));
    const awaited = mine.filter(({ needConfirm, confirmed }) => needConfirm === '是' && !confirmed.has(person));
    const counts = { unread: open.length, unconfirmed: awaited.length };
    const listed = async (query = '') => {
      const { data } = await app.call<NoticeList>(token, 'GET', `sys/msg/list?limit=100${query}`);
      return { total: data.total, ids: data.items.map(({ id }) => id).sort(), unread: data.unread, unconfirmed: data.unconfirmed };
    };
    for (const [only, expected] of [
      ['', mine],
      ['&only=unread', open],
      ['&only=unconfirmed', awaited],
    ] as const)
      expect(await listed(only)).toEqual({ total: expected.length, ids: expected.map(({ id }) => id).sort(), ...counts });
    for (const notice of model.notices) {
      const shown = await readNoticeOf(app.database.db, notice.id, userId);
      if (mine.includes(notice)) expect(shown).toMatchObject({ id: notice.id, ...counts });
      else expect(shown).toBeUndefined();
    }
  }
  for (const notice of model.notices) {
    const { data } = await app.call<NoticeReaders>(admin, 'GET', `sys/msg/readers/${notice.id}?limit=100`);
    const expected = people.flatMap(({ userId }, at) => (isFor(model, notice, at) ? [userId] : []));
    expect(
      data.items
        .filter(({ id }) => people.some(({ userId }) => userId === id))
        .map(({ id }) => id)
        .sort(),
    ).toEqual(expected.sort());
    const { users } = await onlineReaders(app.database.db, [notice.id]);
    const told = people.flatMap(({ userId }) => (users === undefined || users.includes(userId) ? [userId] : []));
    expect(told.sort()).toEqual(isOut(notice) ? expected.sort() : []);
    const reading = [...notice.read].filter((at) => isFor(model, notice, at));
    expect(data).toMatchObject({ addressed: data.items.length, read: reading.length, total: data.items.length });
  }
}

it('everybody has exactly the current notices meant for them, and every count is that of a list', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof({ weight: 3, arbitrary: writes }, moves, grants, disables, replants, { weight: 2, arbitrary: marks }), {
        minLength: 8,
        maxLength: 20,
      }),
      async (steps) => {
        await query('DELETE FROM sys_msg');
        await query('UPDATE sys_org SET parent_id = NULL WHERE id = ANY($1::uuid[])', [orgs]);
        await query('UPDATE sys_user SET sys_org_id = NULL WHERE id = ANY($1::uuid[])', [people.map(({ userId }) => userId)]);
        await query('DELETE FROM sys_user_role WHERE target_id = ANY($1::uuid[])', [roles]);
        await query(`UPDATE sys_role SET role_status = '正常' WHERE id = ANY($1::uuid[])`, [roles]);
        const model: Model = { parents: [], orgOf: [], rolesOf: people.map(() => new Set()), disabledRoles: new Set(), notices: [] };
        for (const step of steps) await step(model);
        await holds(model);
      },
    ),
    { numRuns: Number(process.env['RUNS'] ?? 5) },
  );
});

it('holders of a disabled role read no notice to it, and are no readers of it, but who may not address them may not publish it', async () => {
  const [role] = roles;
  const [holder] = people;
  await query('DELETE FROM sys_user_role WHERE target_id = $1', [role]);
  await query('INSERT INTO sys_user_role VALUES ($1, $2)', [holder?.userId, role]);
  await query(`UPDATE sys_role SET role_status = '停用' WHERE id = $1`, [role]);
  const values = { msgTitle: '给角色', msgContent: '<p>文</p>', msgScope: '角色', targetIds: [role], msgStatus: '已发布' };
  const { data: notice } = await app.call(admin, 'POST', 'sys/msg/save', values);
  const seen = async () => [
    (await app.call<NoticeList>(holder?.token, 'GET', 'sys/msg/list?limit=100')).data.items.some(({ id }) => id === notice.id),
    (await readNoticeOf(app.database.db, notice.id, idOf(0))) !== undefined,
    (await onlineReaders(app.database.db, [notice.id])).users?.includes(idOf(0)),
    (await app.call<NoticeReaders>(admin, 'GET', `sys/msg/readers/${notice.id}`)).data.addressed > 0,
  ];
  expect(await seen()).toEqual([false, false, false, false]);
  const outsider = await app.userWith({ 'sys/msg': ['read', 'add', 'edit'], 'sys/user': ['read'] }, { dataScope: '本人' });
  expect((await app.call(outsider.token, 'POST', 'sys/msg/save', values)).code).toBe(40300);
  await query(`UPDATE sys_role SET role_status = '正常' WHERE id = $1`, [role]);
  expect(await seen()).toEqual([true, true, true, true]);
});
