import { type GroupService, openGroupService } from '@back-office/server/testing/open-group-service.ts';
import { runJob } from '@back-office/app/testing/server/run-job.ts';
import { type Session, openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { queuePosts } from './queue-posts.ts';

/* Bots whose maker lost a right, or left. */
let service: GroupService;
let app: TestApp;
beforeAll(async () => {
  service = await openGroupService();
  app = await openTestApp({ botOrigins: [service.origin] });
});
afterAll(async () => {
  service.close();
  await app.drop();
});

const save = (values: object, { token }: Session) =>
  app.call<{ id: string; version: number; fields?: { field: string }[] }>(token, 'POST', 'sys/bot/save', values);
const make = async (maker: Session, more: object) =>
  (await save({ botName: '值班群', botKind: '企业微信', botUrl: service.url('企业微信'), ...more }, maker)).data;
const takeRight = ({ account }: Session, resource: string) =>
  app.database.pool.query(
    `UPDATE sys_role_function SET function_permission = '' WHERE sys_function_id IN (SELECT id FROM sys_function WHERE function_name = $1)`,
    [`${resource} of ${account}`],
  );
const run = async (): Promise<{ sent: number; reasons: unknown[] }> => {
  service.taken.length = 0;
  await runJob(app, 'send-posts');
  const { rows } = await app.database.pool.query<{ reason: unknown }>('DELETE FROM sys_bot_post RETURNING fail_reason AS reason');
  return { sent: service.taken.length, reasons: rows.map(({ reason }) => reason) };
};

it('a bot sends nothing that its creator may no longer know, and nothing once the creator is disabled', async () => {
  const maker = await app.userWith({
    'sys/bot': ['read', 'add', 'edit'],
    'sys/bot-post': ['read'],
    'sys/job': ['read'],
    'sys/user': ['edit'],
  });
  const { id } = await make(maker, { tellJobs: '是', tellNotices: '是', tellApprovals: '是' });
  const { db, pool } = app.database;
  const queueAll = async (): Promise<void> => {
    await queuePosts(db, { topic: 'job', values: { jobTitles: '对账' } });
    await queuePosts(db, { topic: 'approval', values: { count: '3' } });
    await queuePosts(db, { topic: 'notice', values: { msgTitle: '停电', msgText: '周六' } });
  };
  await queueAll();
  expect(await run()).toEqual({ sent: 3, reasons: [null, null, null] });

  await takeRight(maker, 'sys/job');
  await takeRight(maker, 'sys/user');
  await queueAll();
  const lost = ['机器人的建立者没有查看定时任务的权限', '机器人的建立者没有审核注册的权限', null];
  expect(await run()).toEqual({ sent: 1, reasons: expect.arrayContaining(lost) });

  await pool.query(`UPDATE sys_user SET user_status = '停用' WHERE id = $1`, [maker.userId]);
  await queueAll();
  expect((await app.call(await app.admin(), 'POST', `sys/bot/test/${id}`)).code).toBe(20000);
  expect(await run()).toEqual({ sent: 0, reasons: Array.from({ length: 4 }, () => '机器人的建立者已停用') });
});

it('after losing a permission, a bot’s creator sees no further messages in the list that require it', async () => {
  const maker = await app.userWith({ 'sys/bot': ['add'], 'sys/bot-post': ['read'], 'sys/job': ['read'] }, { dataScope: '本人' });
  await make(maker, { tellJobs: '是' });
  const listed = async () => (await app.call<{ total: number }>(maker.token, 'GET', 'sys/bot-post/select-page')).data.total;
  await queuePosts(app.database.db, { topic: 'job', values: { jobTitles: '对账' } });
  await runJob(app, 'send-posts');
  expect(await listed()).toBe(1);
  await takeRight(maker, 'sys/job');
  await queuePosts(app.database.db, { topic: 'job', values: { jobTitles: '工资' } });
  expect(await listed()).toBe(1);
  await runJob(app, 'send-posts');
  expect(await listed()).toBe(1);
});

it('only a user who may know what a bot reports can point it to another group or enable it again', async () => {
  const { id, version } = await make(await app.userWith({ 'sys/bot': ['add'], 'sys/job': ['read'] }), { tellJobs: '是' });
  const editor = await app.userWith({ 'sys/bot': ['read', 'edit'] });
  const edit = async (values: object) => {
    const { code, data } = await save({ id, version, ...values }, editor);
    return { code, version: data.version, field: data.fields?.[0]?.field };
  };
  expect(await edit({ botUrl: service.url('企业微信') })).toMatchObject({ code: 40000, field: 'tellJobs' });
  const off = await edit({ botStatus: '停用' });
  expect(off.code).toBe(20000);
  expect(await edit({ version: off.version, botStatus: '正常' })).toMatchObject({ code: 40000, field: 'tellJobs' });
  expect((await edit({ version: off.version, botName: '改名' })).code).toBe(20000);
});
