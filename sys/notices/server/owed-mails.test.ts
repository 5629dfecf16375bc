import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { type GroupService, openGroupService } from '@back-office/server/testing/open-group-service.ts';
import { type MailApp, openMailApp } from '@back-office/app/testing/server/open-mail-app.ts';
import { queueNoticeMails } from '@back-office/app/testing/server/queue-notice-mails.ts';
import { runJob } from '@back-office/app/testing/server/run-job.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { mailChoices } from '../../mail/mail-calls.ts';
import { unreadableReason } from '../../mail/server/mail-people.ts';

/* Mails and group messages that people still lack once a notice can be read again. */
let groups: GroupService;
let at: MailApp;
beforeAll(async () => {
  groups = await openGroupService();
  at = await openMailApp({ botOrigins: [groups.origin] });
  const reader = await at.confirmed();
  await at.app.call(reader.token, 'PUT', `sys/user/preference/${mailChoices.notice.key}`, { value: true });
  const bot = { botName: '全员群', botKind: '企业微信', botUrl: groups.url('企业微信'), tellNotices: '是' };
  expect((await at.app.call(at.admin, 'POST', 'sys/bot/save', bot)).code).toBe(20000);
});
afterEach(async () => {
  await at.clear();
  groups.taken.length = 0;
  await query('DELETE FROM sys_bot_post; DELETE FROM sys_msg; DELETE FROM sys_recycle');
});
afterAll(async () => {
  groups.close();
  await at.drop();
});

const query = async (text: string): Promise<AnyRow[]> => (await at.app.database.pool.query<AnyRow>(text)).rows;
const save = async (values: object): Promise<AnyRow> => {
  const { code, message, data } = await at.app.call(at.admin, 'POST', 'sys/msg/save', values);
  expect(code, message).toBe(20000);
  return data;
};
const publish = () =>
  save({ msgTitle: '停电', msgContent: '<p>检修</p>', msgScope: '全部', msgStatus: '已发布', expireTime: '2999-01-01 00:00:00' });
const expire = () => query(`UPDATE sys_msg SET publish_time = now() - interval '2 hours', expire_time = now() - interval '1 second'`);
const versionOf = async ({ id }: Pick<AnyRow, 'id'>) => (await query(`SELECT version FROM sys_msg WHERE id = '${id}'`))[0]?.version;
const postpone = async ({ id }: Pick<AnyRow, 'id'>, more = {}) =>
  save({ id, version: await versionOf({ id }), expireTime: '2999-12-31 00:00:00', ...more });
const remove = async ({ id }: AnyRow) => expect((await at.app.call(at.admin, 'DELETE', `sys/msg/delete/${id}`)).code).toBe(20000);
async function restore({ id }: AnyRow): Promise<void> {
  const [kept] = await query(`SELECT id FROM sys_recycle WHERE target_id = '${id}'`);
  expect((await at.app.call(at.admin, 'POST', `sys/recycle/restore/${kept?.id}`)).code).toBe(20000);
}
/** What was delivered in all, after sending everything that waits. */
async function told(): Promise<{ mails: string[]; posts: string[] }> {
  await query('UPDATE sys_mail SET run_time = now(); UPDATE sys_bot_post SET run_time = now()');
  const mails = (await at.mailed()).map(([, subject]) => subject);
  await runJob(at.app, 'send-posts');
  return { mails, posts: groups.taken.map(({ text }) => text.split('\n')[0] ?? '') };
}
const once = { mails: ['停电'], posts: ['停电'] };
const none = { mails: [], posts: [] };

describe('a notice that expires', () => {
  it('before its mails are queued is mailed once its end is postponed', async () => {
    const notice = await publish();
    await expire();
    await queueNoticeMails(at.app);
    expect(await told()).toEqual(none);
    await postpone(notice);
    await queueNoticeMails(at.app);
    expect(await told()).toEqual(once);
  });

  it('while its mails wait is mailed once its end is postponed, and only once', async () => {
    const notice = await publish();
    await queueNoticeMails(at.app);
    await expire();
    expect(await told()).toEqual(none);
    const postponed = await postpone(notice);
    await queueNoticeMails(at.app);
    expect(await told()).toEqual(once);
    await expire();
    await postpone(postponed);
    await queueNoticeMails(at.app);
    expect(await told()).toEqual(once);
  });

  it('while its mails wait and is deleted is mailed once it is restored and its end postponed', async () => {
    const notice = await publish();
    await queueNoticeMails(at.app);
    await expire();
    expect(await told()).toEqual(none);
    await remove(notice);
    await restore(notice);
    await queueNoticeMails(at.app);
    expect(await told()).toEqual(none);
    await postpone(notice);
    await queueNoticeMails(at.app);
    expect(await told()).toEqual(once);
  });

  it('is mailed in its new words only if these change as its end is postponed', async () => {
    const notice = await publish();
    await queueNoticeMails(at.app);
    await expire();
    expect(await told()).toEqual(none);
    await postpone(notice, { msgTitle: '更正' });
    await queueNoticeMails(at.app);
    expect(await told()).toEqual({ mails: ['更正'], posts: ['更正'] });
  });
});

describe('a notice that was deleted while the mails to thousands waited', () => {
  const people = 2100;
  /** As if all mails had been tried while the notice was deleted. */
  async function publishAndRemove(): Promise<AnyRow> {
    const notice = await publish();
    await queueNoticeMails(at.app);
    expect(await told()).toEqual(once);
    await query(`
      INSERT INTO sys_user (id, user_account, user_name, user_password, user_status, user_email)
        SELECT gen_random_uuid(), 'owed' || n, '读者', '', '正常', 'owed' || n || '@example.test' FROM generate_series(1, ${people}) n;
      INSERT INTO sys_mail_address (sys_user_id, address, confirm_time) SELECT id, user_email, now() FROM sys_user WHERE user_account LIKE 'owed%';
      INSERT INTO sys_user_preference (sys_user_id, key, value) SELECT id, '${mailChoices.notice.key}', 'true' FROM sys_user WHERE user_account LIKE 'owed%'`);
    await remove(notice);
    await query(`
      INSERT INTO sys_mail (id, create_user, update_user, mail_to, mail_name, mail_topic, mail_subject, mail_content, source_id, mail_status, fail_reason)
        SELECT gen_random_uuid(), id, id, user_email, user_name, '通知公告', '停电', '检修', '${notice.id}', '未发送', '${unreadableReason}'
        FROM sys_user WHERE user_account LIKE 'owed%'`);
    return notice;
  }
  const waiting = () =>
    query(`SELECT count(*)::int AS mails, count(DISTINCT mail_to)::int AS people FROM sys_mail WHERE mail_status = '待发送'`);
  afterEach(() => query(`DELETE FROM sys_user WHERE user_account LIKE 'owed%'`));

  it('has them queued by a job once it is restored, not by the request, each once', async () => {
    const notice = await publishAndRemove();
    await restore(notice);
    expect(await waiting()).toEqual([{ mails: 0, people: 0 }]);
    await queueNoticeMails(at.app);
    expect(await waiting()).toEqual([{ mails: people, people }]);
  });

  it('has them queued once it is restored again, if it is deleted before the job begins', async () => {
    const notice = await publishAndRemove();
    await restore(notice);
    await remove(notice);
    await queueNoticeMails(at.app);
    expect(await waiting()).toEqual([{ mails: 0, people: 0 }]);
    await restore(notice);
    await queueNoticeMails(at.app);
    expect(await waiting()).toEqual([{ mails: people, people }]);
  });
});
