import { randomUUID } from 'node:crypto';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { NoticeAnswer, NoticeList, NoticeReaders } from '../own-notices.ts';

let app: TestApp;
let admin: string;
/** Three recipients of the notices in these tests. */
let one: Session;
let two: Session;
let three: Session;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
  [one, two, three] = [await app.userWith({}), await app.userWith({}), await app.userWith({})];
});
afterAll(() => app.drop());

const save = async (values: object, token = admin) => (await app.call(token, 'POST', 'sys/msg/save', values)).data;
const publish = (values: object = {}) =>
  save({
    msgTitle: '通知',
    msgContent: '<p>正文</p>',
    msgScope: '用户',
    targetIds: [one, two, three].map(({ userId }) => userId),
    msgStatus: '已发布',
    ...values,
  });
const mark = async ({ token }: Session, call: 'read' | 'confirm', { id }: AnyRow) =>
  (await app.call<NoticeAnswer>(token, 'PUT', `sys/msg/${call}/${id}`)).data;
const readers = async ({ id }: AnyRow, state = '') =>
  (await app.call<NoticeReaders>(admin, 'GET', `sys/msg/readers/${id}${state === '' ? '' : `?state=${state}`}`)).data;
const remind = ({ id }: AnyRow, token = admin) => app.call(token, 'POST', `sys/msg/remind/${id}`);

it('readers are filtered by whether they read and whether they confirmed, latest readers first', async () => {
  const notice = await publish({ needConfirm: '是' });
  await mark(one, 'read', notice);
  await mark(two, 'confirm', notice);
  await app.database.pool.query(`UPDATE sys_msg_read SET read_time = now() - interval '1 minute' WHERE sys_user_id = $1`, [one.userId]);
  const shown = async (state = '') => (await readers(notice, state)).items.map(({ id }) => id);
  expect(await shown()).toEqual([two, one, three].map(({ userId }) => userId));
  expect(await shown('read')).toEqual([two.userId, one.userId]);
  expect(await shown('unread')).toEqual([three.userId]);
  expect(await shown('confirmed')).toEqual([two.userId]);
  expect(await shown('unconfirmed')).toEqual([one.userId, three.userId]);
  expect(await readers(notice, 'confirmed')).toMatchObject({ total: 1, addressed: 3, read: 2, confirmed: 1 });
});

it('a reader who has not confirmed is reminded even after reading, and the log holds how many were reminded', async () => {
  const notice = await publish({ needConfirm: '是' });
  await mark(one, 'read', notice);
  await mark(two, 'confirm', notice);
  expect((await remind(notice)).data).toEqual({ reminded: 2 });
  const { data } = await app.call<{ optType: string; optChanges: unknown }[]>(admin, 'GET', `sys/msg/select-history/${notice.id}`);
  expect(data[0]).toMatchObject({
    optType: '提醒',
    optChanges: [{ field: 'reminded', label: '提醒人数', before: null, after: 2 }],
  });
});

it('people whom the user cannot see are not reminded', async () => {
  const asker = await app.userWith({ 'sys/msg': ['read', 'add', 'edit'] }, { dataScope: '本人' });
  const draft = await save({ msgTitle: '通知', msgContent: '正文', msgScope: '用户', targetIds: [asker.userId] }, asker.token);
  await app.database.pool.query(`UPDATE sys_msg SET msg_status = '已发布', publish_time = now(), target_ids = $2 WHERE id = $1`, [
    draft.id,
    [asker.userId, one.userId],
  ]);
  expect((await remind(draft, asker.token)).data).toEqual({ reminded: 1 });
});

it('a confirmation keeps its time when the notice is confirmed or read again', async () => {
  const notice = await publish({ needConfirm: '是' });
  const { confirmTime } = await mark(one, 'confirm', notice);
  await app.database.pool.query(`UPDATE sys_msg_read SET confirm_time = confirm_time - interval '1 hour' WHERE sys_msg_id = $1`, [
    notice.id,
  ]);
  const again = [await mark(one, 'confirm', notice), await mark(one, 'read', notice)].map((answer) => String(answer.confirmTime));
  expect(new Set(again).size).toBe(1);
  expect(String(again[0]) < String(confirmTime)).toBe(true);
});

it('a notice with a new title is unread again, and one with only a new end is not', async () => {
  let notice = await publish({});
  await mark(one, 'read', notice);
  const unread = async () =>
    (await app.call<NoticeList>(one.token, 'GET', 'sys/msg/list?only=unread')).data.items.some(({ id }) => id === notice.id);
  const change = async (values: object) => (notice = await save({ id: notice.id, version: notice.version, ...values }));
  await change({ expireTime: '2999-01-01 00:00:00' });
  expect(await unread()).toBe(false);
  await change({ msgTitle: '另一个标题' });
  expect(await unread()).toBe(true);
});

it('a recipient who no longer exists does not block changes to a notice, but cannot be added to one', async () => {
  const gone = randomUUID();
  const notice = await publish({ targetIds: [one.userId, two.userId] });
  const ids = [one.userId, gone];
  expect(await app.call(admin, 'POST', 'sys/msg/save', { id: notice.id, version: notice.version, targetIds: ids })).toMatchObject({
    code: 40000,
    message: '接收对象中有不存在的用户',
  });
  await app.database.pool.query('UPDATE sys_msg SET target_ids = $2 WHERE id = $1', [notice.id, ids]);
  const changed = await app.call(admin, 'POST', 'sys/msg/save', { id: notice.id, version: notice.version, msgTitle: '改', targetIds: ids });
  expect(changed.code).toBe(20000);
});
