import type { PageAnswer } from '@back-office/contract/calls/page.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { groupSecret, type GroupService, openGroupService } from '@back-office/server/testing/open-group-service.ts';
import { runJob } from '@back-office/app/testing/server/run-job.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cutPost } from './cut-post.ts';

/* Messages to groups by bots, through services that verify signatures as documented. */
let service: GroupService;
let app: TestApp;
let admin: string;
beforeAll(async () => {
  service = await openGroupService();
  app = await openTestApp({ botOrigins: [service.origin] });
  admin = await app.admin();
});
afterEach(async () => {
  service.taken.length = 0;
  service.next.length = 0;
  await app.database.pool.query('DELETE FROM sys_bot');
});
afterAll(async () => {
  service.close();
  await app.drop();
});

type Kind = '企业微信' | '钉钉' | '飞书';
const kinds: Kind[] = ['企业微信', '钉钉', '飞书'];
const save = (values: object, token = admin) => app.call<AnyRow>(token, 'POST', 'sys/bot/save', values);
const valuesOf = (kind: Kind, more: object = {}) => ({
  botName: `${kind}群`,
  botKind: kind,
  botUrl: service.url(kind),
  ...(kind === '企业微信' ? {} : { botSecret: groupSecret }),
  ...more,
});
const make = async (kind: Kind, more: object = {}) => (await save(valuesOf(kind, more))).data;
const test = (id: unknown, token = admin) => app.call(token, 'POST', `sys/bot/test/${String(id)}`);
const run = () => runJob(app, 'send-posts');
const posts = async () =>
  (await app.call<PageAnswer<AnyRow>>(admin, 'GET', 'sys/bot-post/select-page?sort=createTime:asc&limit=100')).data.items;
const issueOf = ({ code, data }: { code: number; data: AnyRow }) => [code, (data['fields'] as { field: string }[] | undefined)?.[0]?.field];

describe('a bot', () => {
  it('of each kind signs its message as the service requires, and records it as sent', async () => {
    for (const kind of kinds) {
      const { id } = await make(kind);
      expect((await test(id)).code).toBe(20000);
    }
    await run();
    expect(new Set(service.taken.map(({ kind }) => kind))).toEqual(new Set(kinds));
    expect(service.taken.every(({ text }) => text.startsWith('这是一条测试消息'))).toBe(true);
    expect(await posts()).toMatchObject(Array.from({ length: 3 }, () => ({ postStatus: '已发送', postAttempts: 1, failReason: null })));
  });

  it('with a wrong or missing secret fails with the service’s error message', async () => {
    for (const kind of ['钉钉', '飞书'] as const)
      for (const more of [{ botSecret: 'wrong-secret' }, { botSecret: null }]) await test((await make(kind, more))['id']);
    await run();
    expect(service.taken).toEqual([]);
    const reasons = (await posts()).map(({ postStatus, failReason }) => `${String(postStatus)} ${String(failReason)}`);
    expect(reasons.filter((one) => one === '失败 对方答复 310000：sign not match')).toHaveLength(1);
    expect(reasons.filter((one) => one === '失败 对方答复 310000：invalid timestamp')).toHaveLength(1);
    expect(reasons.filter((one) => one.startsWith('失败 对方答复 19021'))).toHaveLength(2);
  });

  it('keeps its address and secret encrypted; neither is returned, logged or stored elsewhere', async () => {
    const saved = await make('钉钉');
    const { data } = await app.call(admin, 'GET', `sys/bot/select/${String(saved['id'])}`);
    await test(saved['id']);
    service.next.push({ status: 503 });
    await run();
    for (const table of ['sys_bot', 'sys_bot_post', 'sys_log_opt', 'sys_recycle', 'sys_change']) {
      const text = JSON.stringify((await app.database.pool.query(`SELECT * FROM ${table}`)).rows);
      for (const secret of [groupSecret, 'token-of-dingtalk', service.origin]) expect(text, table).not.toContain(secret);
    }
    expect(JSON.stringify([saved, data])).not.toMatch(/token-of|SEC-of/);
  });

  it('keeps address and secret when a form leaves them empty; another kind requires the address again', async () => {
    const saved = await make('钉钉');
    const renamed = await save({ id: saved['id'], version: saved['version'], botName: '改名' });
    expect(renamed.code).toBe(20000);
    await test(saved['id']);
    await run();
    expect(service.taken).toHaveLength(1);
    const other = { id: saved['id'], version: renamed.data['version'], botKind: '飞书' };
    expect(issueOf(await save(other))).toEqual([40000, 'botUrl']);
  });

  it('accepts only addresses of its own service, and requires what that service needs', async () => {
    const wrong = [
      'http://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=1',
      'https://qyapi.weixin.qq.com.evil.example/cgi-bin/webhook/send?key=1',
      'https://evil.example/cgi-bin/webhook/send?key=1',
      'https://u:p@qyapi.weixin.qq.com/cgi-bin/webhook/send?key=1',
      'https://qyapi.weixin.qq.com:8443/cgi-bin/webhook/send?key=1',
      'https://qyapi.weixin.qq.com/cgi-bin/gettoken?corpid=1',
      'http://127.0.0.1:1/cgi-bin/webhook/send?key=1',
      'http://169.254.169.254/latest/meta-data',
      'https://oapi.dingtalk.com/robot/send?access_token=1',
    ];
    for (const botUrl of wrong) expect(issueOf(await save(valuesOf('企业微信', { botUrl }))), botUrl).toEqual([40000, 'botUrl']);
    for (const [kind, botUrl] of [
      ['企业微信', 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=1'],
      ['钉钉', 'https://oapi.dingtalk.com/robot/send?access_token=1'],
      ['飞书', 'https://open.feishu.cn/open-apis/bot/v2/hook/11-22'],
    ] as const)
      expect((await save(valuesOf(kind, { botUrl }))).code, botUrl).toBe(20000);
    expect(issueOf(await save(valuesOf('飞书', { botUrl: null })))).toEqual([40000, 'botUrl']);
    expect(issueOf(await save(valuesOf('企业微信', { botSecret: groupSecret })))).toEqual([40000, 'botSecret']);
  });

  it('is subject to permissions and data scope, and tested at most ten times an hour, never while disabled', async () => {
    const { id, version } = await make('企业微信');
    const reader = await app.userWith({ 'sys/bot': ['read'] });
    expect((await test(id, reader.token)).code).toBe(40300);
    const own = await app.userWith({ 'sys/bot': ['read', 'add', 'edit'] }, { dataScope: '本人' });
    expect((await test(id, own.token)).code).toBe(40400);
    expect(issueOf(await save(valuesOf('企业微信', { tellJobs: '是' }), own.token))).toEqual([40000, 'tellJobs']);
    expect(issueOf(await save(valuesOf('企业微信', { tellApprovals: '是' }), own.token))).toEqual([40000, 'tellApprovals']);
    const branch = await app.userWith({ 'sys/bot': ['add'], 'sys/user': ['edit'] }, { dataScope: '本机构' });
    expect(issueOf(await save(valuesOf('企业微信', { tellApprovals: '是' }), branch.token))).toEqual([40000, 'tellApprovals']);
    const codes = await Promise.all(Array.from({ length: 13 }, async () => (await test(id)).code));
    expect([codes.filter((code) => code === 20000).length, codes.filter((code) => code === 42900).length]).toEqual([10, 3]);
    expect((await save({ id, version, botStatus: '停用' })).code).toBe(20000);
    expect((await test(id)).code).toBe(40000);
    await run();
    expect(service.taken).toEqual([]);
    expect(new Set((await posts()).map(({ failReason, postStatus }) => [failReason, postStatus].join(' ')))).toEqual(
      new Set(['机器人已停用 未发送']),
    );
  });
});

describe('a message', () => {
  const again = () => app.database.pool.query('UPDATE sys_bot_post SET run_time = now()');

  it('is retried if the service is busy, unreachable or cuts the connection, and follows no redirect', async () => {
    await test((await make('企业微信'))['id']);
    for (const met of [
      { status: 502 },
      { cut: true },
      { body: { errcode: 45_009, errmsg: 'api freq out of limit' } },
      { body: { errcode: -1, errmsg: 'system busy' } },
    ]) {
      service.next.push(met);
      await again();
      await run();
      expect(await posts()).toMatchObject([{ postStatus: '待发送', failReason: expect.any(String) }]);
    }
    await again();
    await run();
    expect(await posts()).toMatchObject([{ postStatus: '已发送', postAttempts: 5 }]);
    await test((await make('企业微信'))['id']);
    service.next.push({ status: 302, location: service.url('企业微信') });
    const before = service.calls;
    await run();
    expect(service.calls - before).toBe(1);
    expect((await posts())[1]).toMatchObject({ postStatus: '失败', failReason: '对方答复 302：' });
  });

  it('is given up after seven attempts', async () => {
    await test((await make('企业微信'))['id']);
    for (let at = 1; at <= 7; at += 1) {
      service.next.push({ status: 500 });
      await again();
      await run();
      expect((await posts())[0]?.['postStatus']).toBe(at < 7 ? '待发送' : '失败');
    }
  });

  it('announces notices for everybody, once for the same text, and failed jobs, as set for the bot', async () => {
    await make('企业微信', { tellNotices: '是' });
    await make('飞书', { tellJobs: '是' });
    const notice = { msgTitle: '停电', msgContent: '<p>周六<strong>停电</strong></p>', msgType: '通知', msgStatus: '已发布' };
    const { data } = await app.call(admin, 'POST', 'sys/msg/save', { ...notice, msgScope: '全部' });
    await app.call(admin, 'POST', 'sys/msg/save', { ...data, needConfirm: '是' });
    const { rows } = await app.database.pool.query<{ id: string }>(`SELECT id FROM sys_user WHERE user_account = 'admin'`);
    await app.call(admin, 'POST', 'sys/msg/save', { ...notice, msgScope: '用户', targetIds: [rows[0]?.id] });
    app.server.jobs.register({ name: 'fails', title: '对账', attempts: 1, run: () => Promise.reject(new Error('broken')) });
    await app.database.pool.query(`INSERT INTO sys_job_kind (id, job_kind, job_title) VALUES (gen_random_uuid(), 'fails', '对账')`);
    await app.database.pool.query(`INSERT INTO sys_job (id, kind, payload) VALUES (gen_random_uuid(), 'fails', 'null')`);
    await app.server.jobs.runDue();
    await runJob(app, 'tell-failed-jobs');
    await run();
    expect(new Map(service.taken.map(({ kind, text }) => [kind, text]))).toEqual(
      new Map([
        ['企业微信', '停电\n\n周六停电'],
        ['飞书', expect.stringContaining('后台任务失败：对账')],
      ]),
    );
    expect(service.taken).toHaveLength(2);
  });

  it('announces pending registrations, as set for the bot, at most once an hour', async () => {
    await make('企业微信', { tellApprovals: '是' });
    await make('飞书', { tellJobs: '是' });
    await runJob(app, 'tell-approvers');
    const form = new URLSearchParams({ userAccount: 'newcomer', userName: '来客', password: 'Ganz-Neu-2024' });
    expect((await app.call(undefined, 'POST', 'register', form, { address: '10.9.9.1' })).code).toBe(20000);
    for (let round = 0; round < 2; round += 1) await runJob(app, 'tell-approvers');
    await run();
    expect(service.taken.map(({ kind, text }) => [kind, text])).toEqual([
      ['企业微信', '有1个注册的账号等待审核\n请到 系统管理 › 用户 审核。'],
    ]);
  });

  it('is cut to 2048 bytes, which all services accept, without splitting a character, whatever its text', () => {
    const whole = '字'.repeat(600);
    expect([cutPost(whole), cutPost(`${whole}尾`)]).toEqual([whole, `${'字'.repeat(599)}…`]);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 3000 }), (text) => {
        const cut = cutPost(text);
        expect([cut.isWellFormed(), Buffer.byteLength(cut) <= 2048]).toEqual([true, true]);
      }),
      { examples: [['字'.repeat(3000)], [`${'字'.repeat(598)}😀${whole}`]] },
    );
  });
});
