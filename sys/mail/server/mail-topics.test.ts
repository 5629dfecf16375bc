import { deviceHeader } from '@back-office/contract/calls/login.ts';
import { type MailApp, openMailApp } from '@back-office/app/testing/server/open-mail-app.ts';
import { queueNoticeMails } from '@back-office/app/testing/server/queue-notice-mails.ts';
import { pngOf } from '@back-office/server/testing/file-samples.ts';
import { runJob } from '@back-office/app/testing/server/run-job.ts';
import { type Session, userPassword } from '@back-office/app/testing/server/test-app.ts';
import { sendFile } from '@back-office/app/testing/server/uploads.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { mailChoices } from '../mail-calls.ts';
import { mailPeople } from './mail-people.ts';

/* The mails that people get: at their confirmed address, on the topics they chose. */
let at: MailApp;
beforeAll(async () => {
  at = await openMailApp();
});
afterEach(() => at.clear());
afterAll(() => at.drop());

const choose = ({ token }: { token: string }, choice: keyof typeof mailChoices, value: boolean | null) =>
  at.app.call(token, 'PUT', `sys/user/preference/${mailChoices[choice].key}`, { value });

describe('a notice', () => {
  const publish = async (more: object = {}) =>
    (
      await at.app.call(at.admin, 'POST', 'sys/msg/save', {
        msgTitle: '国庆放假',
        msgContent: '<p>十月一日至七日放假&amp;休息。</p><ul><li>值班：<strong>张三</strong></li></ul>',
        msgType: '通知',
        msgScope: '全部',
        msgStatus: '已发布',
        ...more,
      })
    ).data;

  it('is mailed as text to the readers who chose mail and confirmed an address', async () => {
    const [one, two, three, four] = [await at.confirmed(), await at.confirmed(), await at.person(), await at.confirmed()];
    for (const who of [one, three, four]) await choose(who, 'notice', true);
    await choose(four, 'notice', false);
    await publish();
    expect(await at.mailed()).toEqual([[one.address, '国庆放假']]);
    expect(at.server.taken[0]?.text.replaceAll('\r', '')).toMatch(
      /^国庆放假\n\n十月一日至七日放假&休息。\n值班：张三\n\n请登录系统查看全文/,
    );
    at.server.taken.length = 0;
    await publish({ msgScope: '用户', targetIds: [two.userId] });
    expect(await at.mailed()).toEqual([]);
    await publish({ msgScope: '用户', targetIds: [one.userId, two.userId] });
    expect(await at.mailed()).toEqual([[one.address, '国庆放假']]);
    await choose(one, 'notice', null);
  });

  it('is mailed with the description of each picture', async () => {
    const one = await at.confirmed();
    await choose(one, 'notice', true);
    const upload = async (): Promise<string> => (await sendFile(at.app, at.admin, { name: 'a.png', bytes: pngOf(2, 2, 20) })).data.id;
    const picture = (id: string, alt: string): string => `<p>见图<img data-file="${id}" alt="${alt}"></p>`;
    await publish({ msgContent: picture(await upload(), '平面图 &lt;A&amp;B&gt;') + picture(await upload(), '') });
    await at.mailed();
    expect(at.server.taken[0]?.text.replaceAll('\r', '')).toMatch(/^国庆放假\n\n见图\[图片：平面图 <A&B>\]\n见图\[图片\]\n\n请登录/);
    await choose(one, 'notice', null);
    at.server.taken.length = 0;
  });

  it('is mailed once for the same text, whatever else changes, and again when the text changes', async () => {
    const [one, two] = [await at.confirmed(), await at.confirmed()];
    for (const who of [one, two]) await choose(who, 'notice', true);
    const saved = await publish({ msgScope: '用户', targetIds: [one.userId] });
    const wider = (await at.app.call(at.admin, 'POST', 'sys/msg/save', { ...saved, targetIds: [one.userId, two.userId] })).data;
    expect(new Set((await at.mailed()).map(([to]) => to))).toEqual(new Set([one.address, two.address]));
    expect(at.server.taken).toHaveLength(2);
    await at.app.call(at.admin, 'POST', 'sys/msg/save', { ...wider, msgTitle: '国庆放假（更正）' });
    expect((await at.mailed()).slice(2).map(([, subject]) => subject)).toEqual(['国庆放假（更正）', '国庆放假（更正）']);
    for (const who of [one, two]) await choose(who, 'notice', null);
  });

  it('is mailed neither to an address that changed without being confirmed, nor to a disabled user', async () => {
    const [moved, gone, one] = [await at.confirmed(), await at.confirmed(), await at.confirmed()];
    for (const who of [moved, gone, one]) await choose(who, 'notice', true);
    await at.app.database.pool.query(`UPDATE sys_user SET user_email = 'new@example.com' WHERE id = $1`, [moved.userId]);
    await at.app.database.pool.query(`UPDATE sys_user SET user_status = '停用' WHERE id = $1`, [gone.userId]);
    await publish({ msgScope: '用户', targetIds: [moved.userId, gone.userId, one.userId] });
    await queueNoticeMails(at.app);
    const { rows } = await at.app.database.pool.query('SELECT mail_to FROM sys_mail WHERE create_user = ANY($1::uuid[])', [
      [moved.userId, gone.userId, one.userId],
    ]);
    expect(rows).toEqual([{ mail_to: one.address }]);
    expect((await at.mailed()).map(([to]) => to)).toEqual([one.address]);
    await choose(one, 'notice', null);
  });

  it('is not mailed before its time, nor if saving it fails', async () => {
    const one = await at.confirmed();
    await choose(one, 'notice', true);
    await publish({ publishTime: '2099-01-01 00:00:00' });
    expect((await publish({ msgTitle: '' })).code).toBeUndefined();
    expect(await at.mailed()).toEqual([]);
    await choose(one, 'notice', null);
  });
});

it('news of failed jobs and registrations are not sent to somebody who lost the right to see them while they waited, nor when they are sent again', async () => {
  const [kept, lost] = [
    await at.confirmed({ 'sys/job': ['read'], 'sys/user': ['edit'] }),
    await at.confirmed({ 'sys/job': ['read'], 'sys/user': ['edit'] }),
  ];
  for (const who of [kept, lost]) for (const choice of ['job', 'approval'] as const) await choose(who, choice, true);
  const { db, pool } = at.app.database;
  const people = [kept.userId, lost.userId];
  await mailPeople(db, people, { choice: 'job', values: { jobTitles: '对账', jobLines: '· 对账' } });
  await mailPeople(db, people, { choice: 'approval', values: { count: '3' } });
  await pool.query('DELETE FROM sys_user_role WHERE owner_id = $1', [lost.userId]);
  expect((await at.mailed()).map(([to]) => to)).toEqual([kept.address, kept.address]);
  const waiting = async () =>
    (await pool.query('SELECT mail_status, fail_reason FROM sys_mail WHERE create_user = $1', [lost.userId])).rows as unknown[];
  const left = { mail_status: '未发送', fail_reason: '收件人已没有查看它的权限，不再发送' };
  expect(await waiting()).toEqual([left, left]);
  await pool.query(`UPDATE sys_mail SET mail_status = '待发送', run_time = now() WHERE create_user = $1`, [lost.userId]);
  expect(await at.mailed()).toHaveLength(2);
  expect(await waiting()).toEqual([left, left]);
  for (const who of [kept, lost]) for (const choice of ['job', 'approval'] as const) await choose(who, choice, null);
});

it('failed jobs are mailed once to users who asked to be notified, may see them and chose mail', async () => {
  const [one, two, three, both] = [
    await at.confirmed({ 'sys/job': ['read'] }),
    await at.confirmed({ 'sys/job': ['read'] }),
    await at.confirmed(),
    await at.confirmed({ 'sys/job': ['read'] }),
  ];
  for (const who of [one, three, both]) await at.app.call(who.token, 'PUT', 'sys/user/preference/jobs.notify', { value: true });
  for (const who of [one, two, three, both]) await choose(who, 'job', true);
  // Gets the notice by mail already.
  await choose(both, 'notice', true);
  at.app.server.jobs.register({ name: 'breaks', title: '总是失败', attempts: 1, run: () => Promise.reject(new Error('broken')) });
  await at.app.database.pool.query(
    `INSERT INTO sys_job_kind (id, job_kind, job_title) VALUES (gen_random_uuid(), 'breaks', '总是失败') ON CONFLICT (job_kind) DO NOTHING`,
  );
  await at.app.database.pool.query(`INSERT INTO sys_job (id, kind, payload) VALUES (gen_random_uuid(), 'breaks', 'null')`);
  await at.app.server.jobs.runDue();
  await runJob(at.app, 'tell-failed-jobs');
  expect(new Map((await at.mailed()) as [string, string][])).toEqual(
    new Map([
      [one.address, '后台任务失败：总是失败'],
      [both.address, '后台任务失败'],
    ]),
  );
  expect(at.server.taken).toHaveLength(2);
});

it('a registration is mailed to users who chose that, may approve it and reach it, and not again within the hour', async () => {
  const { app } = at;
  const reaching = await at.confirmed({ 'sys/user': ['edit'] });
  const [reading, elsewhere, silent] = [
    await at.confirmed({ 'sys/user': ['read'] }),
    await at.confirmed({ 'sys/user': ['edit'] }),
    await at.confirmed({ 'sys/user': ['edit'] }),
  ];
  for (const who of [reaching, reading, elsewhere]) await choose(who, 'approval', true);
  await app.database.pool.query(
    `UPDATE sys_role SET data_scope = '本人' WHERE id IN (SELECT target_id FROM sys_user_role WHERE owner_id = ANY($1::uuid[]))`,
    [[elsewhere.userId]],
  );
  let count = 0;
  const register = async () => {
    const form = new URLSearchParams({ userAccount: `newcomer${(count += 1)}`, userName: '来客', password: 'Ganz-Neu-2024' });
    const { code } = await app.call(undefined, 'POST', 'register', form, { address: `10.9.${count}.1` });
    expect(code).toBe(20000);
  };
  const told = async () => {
    await runJob(app, 'tell-approvers');
    return (await at.mailed()).map(([to, subject]) => `${to} ${subject}`);
  };
  expect(await told()).toEqual([]);
  await register();
  expect(await told()).toEqual([`${reaching.address} 有1个注册的账号等待审核`]);
  expect(silent.address).not.toBe(reaching.address);
  at.server.taken.length = 0;
  await register();
  expect(await told()).toEqual([]);
  await app.database.pool.query(`UPDATE sys_mail SET create_time = now() - interval '61 minutes'`);
  expect(await told()).toEqual([`${reaching.address} 有2个注册的账号等待审核`]);
  at.server.taken.length = 0;
  // Nobody registered since.
  await app.database.pool.query(`UPDATE sys_mail SET create_time = now() - interval '61 minutes'`);
  await app.database.pool.query(`UPDATE sys_user SET create_time = now() - interval '90 minutes' WHERE user_status = '待审核'`);
  expect(await told()).toEqual([]);
});

describe('a sign-in', () => {
  const device = (of: string) => ({ [deviceHeader]: of.repeat(43).slice(0, 43) });
  const from = (who: Session, browser: string | undefined, address: string) =>
    at.app.signIn(who.account, userPassword, {
      address,
      headers: {
        ...(browser === undefined ? {} : device(browser)),
        'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/150.0.0.0 Safari/537.36',
      },
    });

  it('from a browser or network not seen for 90 days is mailed once, with when, where and what to do', async () => {
    const one = await at.confirmed();
    await from(one, 'a', '20.1.1.1');
    expect((await at.mailed()).map(([to]) => to)).toEqual([one.address]);
    expect(at.server.taken[0]?.text).toMatch(
      /刚刚从新的浏览器和新的网络登录[^]*IP 地址：20\.1\.1\.1[^]*浏览器：Chrome 150[^]*Windows[^]*修改密码/,
    );
    at.server.taken.length = 0;
    await from(one, 'a', '20.1.1.99');
    expect(await at.mailed()).toEqual([]);
    await from(one, 'b', '20.1.1.1');
    await from(one, 'a', '20.2.2.2');
    await at.mailed();
    // Several are sent concurrently, in no particular order.
    expect(at.server.taken.map(({ text }) => /从(.*)登录/.exec(text)?.[1] ?? '').toSorted()).toEqual(['新的浏览器', '新的网络'].toSorted());
    at.server.taken.length = 0;
    await at.app.database.pool.query(`UPDATE sys_known_client SET seen_time = now() - interval '91 days' WHERE sys_user_id = $1`, [
      one.userId,
    ]);
    await from(one, 'a', '20.1.1.1');
    expect(await at.mailed()).toHaveLength(1);
  });

  it('from a client that sends no browser id is recognised by its network', async () => {
    const one = await at.confirmed();
    await from(one, undefined, '20.3.3.3');
    await from(one, undefined, '20.3.3.3');
    expect(await at.mailed()).toHaveLength(1);
  });

  it('is not mailed without a confirmed address, to users who opted out, or after a wrong password', async () => {
    const [one, two, three] = [await at.person(), await at.confirmed(), await at.confirmed()];
    await choose(two, 'signIn', false);
    for (const who of [one, two]) await from(who, 'c', '20.4.4.4');
    expect((await at.app.login(three.account, 'Wrong-Horse-7193', { address: '20.5.5.5' })).code).toBe(40001);
    expect(await at.mailed()).toEqual([]);
  });
});
