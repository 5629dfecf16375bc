import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { type GroupService, openGroupService } from '@back-office/server/testing/open-group-service.ts';
import { type MailApp, openMailApp } from '@back-office/app/testing/server/open-mail-app.ts';
import { queueNoticeMails } from '@back-office/app/testing/server/queue-notice-mails.ts';
import { runJob } from '@back-office/app/testing/server/run-job.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { mailChoices } from '../../mail/mail-calls.ts';

/* Notices withdrawn, changed or expired while a mail or group message about them still waits. */
let groups: GroupService;
let at: MailApp;
let reader: Awaited<ReturnType<MailApp['confirmed']>>;
beforeAll(async () => {
  groups = await openGroupService();
  at = await openMailApp({ botOrigins: [groups.origin] });
  reader = await at.confirmed();
  await at.app.call(reader.token, 'PUT', `sys/user/preference/${mailChoices.notice.key}`, { value: true });
  const bot = { botName: '全员群', botKind: '企业微信', botUrl: groups.url('企业微信'), tellNotices: '是' };
  expect((await at.app.call(at.admin, 'POST', 'sys/bot/save', bot)).code).toBe(20000);
});
afterEach(async () => {
  await at.clear();
  groups.taken.length = 0;
  groups.next.length = 0;
  await query('DELETE FROM sys_bot_post; DELETE FROM sys_msg');
});
afterAll(async () => {
  groups.close();
  await at.drop();
});

const query = async (text: string): Promise<AnyRow[]> => (await at.app.database.pool.query<AnyRow>(text)).rows;
const post = async (values: object): Promise<AnyRow> => {
  const notice = { msgTitle: '裁员名单', msgContent: '<p>误发</p>', msgScope: '全部', msgStatus: '已发布', ...values };
  return (await at.app.call(at.admin, 'POST', 'sys/msg/save', notice)).data;
};
/** Saves a notice; its mails and group messages are then queued. */
async function save(values: object): Promise<AnyRow> {
  const saved = await post(values);
  await queueNoticeMails(at.app);
  return saved;
}
const change = ({ id, version }: AnyRow, values: object) => save({ id, version, ...values });
/** The mails and group messages that were delivered, after sending everything that waits. */
async function told(): Promise<{ mails: string[]; posts: string[] }> {
  await query('UPDATE sys_mail SET run_time = now(); UPDATE sys_bot_post SET run_time = now()');
  const mails = (await at.mailed()).map(([, subject]) => subject);
  await runJob(at.app, 'send-posts');
  return { mails, posts: groups.taken.map(({ text }) => text.split('\n')[0] ?? '') };
}
/** Has the jobs that queue mails of notices wait until they are `waiting` again. */
const setJobs = (state: 'paused' | 'waiting') =>
  query(`UPDATE sys_job SET state = '${state}' WHERE kind = 'mail-notice' AND end_time IS NULL`);
const reasons = async () => [
  ...(await query('SELECT DISTINCT fail_reason, mail_status AS status FROM sys_mail')),
  ...(await query('SELECT DISTINCT fail_reason, post_status AS status FROM sys_bot_post')),
];

describe('a notice', () => {
  it.each<[string, (notice: AnyRow) => Promise<unknown>]>([
    ['that is withdrawn', (notice) => change(notice, { msgStatus: '已撤回' })],
    ['that is deleted', ({ id }) => at.app.call(at.admin, 'DELETE', `sys/msg/delete/${id}`)],
    ['that is postponed', (notice) => change(notice, { publishTime: '2999-01-01 00:00:00' })],
    [
      'that is addressed to others instead',
      (notice) => change(notice, { msgScope: '角色', targetIds: ['00000000-0000-7000-8000-000000000002'] }),
    ],
    [
      'that has expired',
      () => query(`UPDATE sys_msg SET publish_time = now() - interval '2 hours', expire_time = now() - interval '1 hour'`),
    ],
  ])('%s is announced to nobody any more, and the lists say why', async (_, take) => {
    await take(await save({}));
    expect(await told()).toEqual({ mails: [], posts: [] });
    expect(await reasons()).toEqual([
      { fail_reason: '通知已撤回、失效或不再发给收件人，不再发送', status: '未发送' },
      { fail_reason: '通知已撤回、失效或不再发给全员，不再发送', status: '未发送' },
    ]);
  });

  it('that is changed is announced in its new words only', async () => {
    await change(await save({}), { msgTitle: '更正' });
    expect(await told()).toEqual({ mails: ['更正'], posts: ['更正'] });
  });

  it('that is changed is not mailed or posted in its former words even before the new ones are queued', async () => {
    const { id, version } = await save({});
    await post({ id, version, msgTitle: '更正' });
    expect(await reasons()).toEqual([
      { fail_reason: '通知已修改，改发新的内容', status: '未发送' },
      { fail_reason: '通知已修改，改发新的内容', status: '未发送' },
    ]);
  });

  it('that is published again after being withdrawn is announced like a new one', async () => {
    const withdrawn = await change(await save({}), { msgStatus: '已撤回' });
    expect(await told()).toEqual({ mails: [], posts: [] });
    await change(withdrawn, { msgStatus: '已发布' });
    expect(await told()).toEqual({ mails: ['裁员名单'], posts: ['裁员名单'] });
  });

  it('that is deleted and restored is announced to those who have not got it, once', async () => {
    const { id } = await save({});
    const restore = async () => {
      const [kept] = await query(`SELECT id FROM sys_recycle WHERE target_id = '${id}'`);
      expect((await at.app.call(at.admin, 'POST', `sys/recycle/restore/${kept?.id}`)).code).toBe(20000);
      await queueNoticeMails(at.app);
    };
    const remove = () => at.app.call(at.admin, 'DELETE', `sys/msg/delete/${id}`);
    await remove();
    expect(await told()).toEqual({ mails: [], posts: [] });
    await restore();
    expect(await told()).toEqual({ mails: ['裁员名单'], posts: ['裁员名单'] });
    await remove();
    await restore();
    expect(await told()).toEqual({ mails: ['裁员名单'], posts: ['裁员名单'] });
    // Those who subscribed after it was sent do not get it.
    await query('DELETE FROM sys_mail; DELETE FROM sys_bot_post');
    await remove();
    await restore();
    expect(await query('SELECT source_id FROM sys_mail UNION ALL SELECT source_id FROM sys_bot_post')).toEqual([]);
  });

  it('that has been announced is not announced again, even if withdrawn in between', async () => {
    const notice = await save({});
    await told();
    await change(await change(notice, { msgStatus: '已撤回' }), { msgStatus: '已发布' });
    expect(await told()).toEqual({ mails: ['裁员名单'], posts: ['裁员名单'] });
  });

  it('that is changed while a mail about it is under way is not mailed in its former words afterwards', async () => {
    const notice = await save({});
    at.server.next.push({ at: 'content', code: 451, meanwhile: () => post({ id: notice.id, version: notice.version, msgTitle: '更正' }) });
    await told();
    // The attempt that failed is due again.
    expect((await told()).mails).toEqual(['更正']);
    expect(await query('SELECT fail_reason AS reason, mail_status AS status FROM sys_mail ORDER BY create_time')).toEqual([
      { reason: '通知已修改，改发新的内容', status: '未发送' },
      { reason: null, status: '已发送' },
    ]);
  });

  it('that is changed while a message about it is under way is not posted in its former words afterwards', async () => {
    const notice = await save({});
    groups.next.push({ status: 503, meanwhile: () => post({ id: notice.id, version: notice.version, msgTitle: '更正' }) });
    await told();
    expect((await told()).posts).toEqual(['更正']);
    expect(await query('SELECT fail_reason AS reason, post_status AS status FROM sys_bot_post ORDER BY create_time')).toEqual([
      { reason: '通知已修改，改发新的内容', status: '未发送' },
      { reason: null, status: '已发送' },
    ]);
  });

  it('that is changed while it is under way is told in its new words only, even if the former are due before the new ones are queued', async () => {
    const notice = await save({});
    const correct = async () => {
      await post({ id: notice.id, version: notice.version, msgTitle: '更正' });
      await setJobs('paused');
    };
    at.server.next.push({ at: 'content', code: 451, meanwhile: correct });
    groups.next.push({ status: 503 });
    expect(await told()).toEqual({ mails: [], posts: [] });
    expect(await told()).toEqual({ mails: [], posts: [] });
    await setJobs('waiting');
    await queueNoticeMails(at.app);
    expect(await told()).toEqual({ mails: ['更正'], posts: ['更正'] });
  });

  it('whose mail failed is not mailed in its former words if that mail is sent again before the new ones are queued', async () => {
    const notice = await save({});
    at.server.next.push({ at: 'content', code: 550 });
    await told();
    const [failed] = await query("SELECT id FROM sys_mail WHERE mail_status = '失败'");
    await post({ id: notice.id, version: notice.version, msgTitle: '更正' });
    await setJobs('paused');
    expect((await at.app.call(at.admin, 'POST', `sys/mail/resend/${failed?.['id']}`)).code).toBe(20000);
    expect((await told()).mails).toEqual([]);
    await setJobs('waiting');
    await queueNoticeMails(at.app);
    expect((await told()).mails).toEqual(['更正']);
  });

  it('that is addressed to more people while a mail about it is under way is mailed once to those who had it before', async () => {
    const notice = await save({ msgScope: '用户', targetIds: [reader.userId] });
    const widen = async () => {
      await post({ id: notice.id, version: notice.version, msgScope: '全部' });
      await setJobs('paused');
    };
    at.server.next.push({ at: 'content', code: 451, meanwhile: widen });
    await told();
    await told();
    await setJobs('waiting');
    await queueNoticeMails(at.app);
    expect((await told()).mails).toEqual(['裁员名单']);
    expect((await told()).mails).toEqual(['裁员名单']);
    // While it was held it was not tried.
    expect(await query('SELECT max(mail_attempts) AS attempts FROM sys_mail')).toEqual([{ attempts: 2 }]);
  });

  it('whose new words can never be queued does not hold back a mail that is sent again by hand', async () => {
    const notice = await save({});
    at.server.next.push({ at: 'content', code: 550 });
    await told();
    const [failed] = await query("SELECT id FROM sys_mail WHERE mail_status = '失败'");
    await post({ id: notice.id, version: notice.version, msgLevel: '紧急' });
    await query("UPDATE sys_job SET state = 'failed', end_time = now() WHERE kind = 'mail-notice' AND end_time IS NULL");
    await at.app.call(at.admin, 'POST', `sys/mail/resend/${failed?.['id']}`);
    expect((await told()).mails).toEqual(['裁员名单']);
  });

  it('whose mail failed is not mailed in its former words when that mail is sent again by hand', async () => {
    const notice = await save({});
    at.server.next.push({ at: 'content', code: 550 });
    await told();
    const [failed] = await query("SELECT id FROM sys_mail WHERE mail_status = '失败'");
    await change(notice, { msgTitle: '更正' });
    await told();
    expect((await at.app.call(at.admin, 'POST', `sys/mail/resend/${failed?.['id']}`)).code).toBe(20000);
    expect((await told()).mails).toEqual(['更正']);
    expect(await query('SELECT fail_reason AS reason, mail_status AS status FROM sys_mail ORDER BY create_time LIMIT 1')).toEqual([
      { reason: '通知已修改，改发新的内容', status: '未发送' },
    ]);
  });

  it('that is changed and changed back is announced in its first words again, unless the others were not announced', async () => {
    const first = await save({});
    await told();
    const second = await change(await change(await change(first, { msgTitle: '更正' }), { msgTitle: '裁员名单' }), { msgTitle: '更正' });
    expect(await told()).toEqual({ mails: ['裁员名单', '更正'], posts: ['裁员名单', '更正'] });
    const third = await change(second, { msgTitle: '裁员名单' });
    expect(await told()).toEqual({ mails: ['裁员名单', '更正', '裁员名单'], posts: ['裁员名单', '更正', '裁员名单'] });
    await change(await change(third, { msgTitle: '更正' }), { msgTitle: '裁员名单' });
    expect((await told()).mails).toHaveLength(3);
  });
});
