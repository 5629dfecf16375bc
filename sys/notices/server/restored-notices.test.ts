import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { groupSecret, type GroupService, openGroupService } from '@back-office/server/testing/open-group-service.ts';
import { listenDescribed } from '@back-office/app/testing/server/listen-described.ts';
import { type MailApp, openMailApp } from '@back-office/app/testing/server/open-mail-app.ts';
import { queueNoticeMails } from '@back-office/app/testing/server/queue-notice-mails.ts';
import { runJob } from '@back-office/app/testing/server/run-job.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mailChoices } from '../../mail/mail-calls.ts';

/* Whom a notice restored from the recycle bin is mailed and posted to. */
let groups: GroupService;
let at: MailApp;
let [reader, missed, later]: Awaited<ReturnType<MailApp['confirmed']>>[] = [];
beforeAll(async () => {
  groups = await openGroupService();
  at = await openMailApp({ botOrigins: [groups.origin] });
  await listenDescribed(at.app);
  [reader, missed, later] = [await at.confirmed(), await at.confirmed(), await at.confirmed()];
  await subscribe(reader);
  await subscribe(missed);
});
beforeEach(async () => {
  await at.clear();
  groups.taken.length = 0;
  await query('DELETE FROM sys_bot_post; DELETE FROM sys_bot; DELETE FROM sys_msg; UPDATE sys_setting SET stored_value = NULL');
  await query(`DELETE FROM sys_user_preference WHERE sys_user_id = '${later?.userId}'`);
  await addBot('企业微信');
  await addBot('钉钉');
});
afterAll(async () => {
  groups.close();
  await at.drop();
});

const query = async (text: string): Promise<AnyRow[]> => (await at.app.database.pool.query<AnyRow>(text)).rows;
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const callAs = async (token: string | undefined, method: Method, path: string, body?: object): Promise<AnyRow> => {
  const answer = await at.app.call<AnyRow>(token ?? '', method, path, body);
  expect(answer.code).toBe(20000);
  return answer.data;
};
const call = (method: Method, path: string, body?: object): Promise<AnyRow> => callAs(at.admin, method, path, body);
const subscribe = (person: typeof reader) => callAs(person?.token, 'PUT', `sys/user/preference/${mailChoices.notice.key}`, { value: true });
const addBot = (kind: '企业微信' | '钉钉' | '飞书') =>
  call('POST', 'sys/bot/save', {
    botName: kind,
    botKind: kind,
    botUrl: groups.url(kind),
    botSecret: kind === '企业微信' ? null : groupSecret,
    tellNotices: '是',
  });
/** Sends what is due. Returns each mail's recipient and subject, and each group message's service and first line. */
async function sendDue(): Promise<{ mails: [string, string][]; posts: string[][] }> {
  at.server.taken.length = 0;
  groups.taken.length = 0;
  const mails = await at.mailed();
  await runJob(at.app, 'send-posts');
  return { mails, posts: groups.taken.map(({ kind, text }) => [kind, text.split('\n')[0] ?? '']) };
}
/** The same, with all that waits, whenever it is due. */
async function send() {
  await query('UPDATE sys_mail SET run_time = now(); UPDATE sys_bot_post SET run_time = now()');
  return sendDue();
}
/** When the messages to the person `missed` and to the bot of 钉钉 are due. */
const setDue = (time: string) =>
  query(`UPDATE sys_mail SET run_time = ${time} WHERE create_user = '${missed?.userId}';
    UPDATE sys_bot_post SET run_time = ${time} WHERE sys_bot_id = (SELECT id FROM sys_bot WHERE bot_kind = '钉钉')`);
async function publish(): Promise<AnyRow> {
  const notice = { msgTitle: '停电', msgContent: '<p>检修</p>', msgScope: '全部', msgStatus: '已发布' };
  const saved = await call('POST', 'sys/msg/save', notice);
  await queueNoticeMails(at.app);
  return saved;
}
const remove = ({ id }: AnyRow) => call('DELETE', `sys/msg/delete/${id}`);
/** A notice that was deleted while those to `missed` and 钉钉 waited: they are left unsent. */
async function publishMissed(): Promise<AnyRow> {
  const notice = await publish();
  await setDue("now() + interval '1 hour'");
  await sendDue();
  await remove(notice);
  await setDue('now()');
  expect(await sendDue()).toEqual({ mails: [], posts: [] });
  return notice;
}
async function restore({ id }: AnyRow): Promise<void> {
  const [kept] = await query(`SELECT id FROM sys_recycle WHERE target_id = '${id}'`);
  await call('POST', `sys/recycle/restore/${kept?.id}`);
  await queueNoticeMails(at.app);
}
/** Other texts of mails and group messages: by their text alone, everybody lacks the notice. */
async function changeTemplates(): Promise<void> {
  for (const [name, value] of [
    ['mail.notice', '新：${msgTitle}\n\n${msgTitle}'],
    ['post.notice', '新：${msgTitle}'],
  ]) {
    const { items } = await call('GET', `sys/setting/select-page?eq=settingName:${name}`);
    const [setting] = items as AnyRow[];
    await call('PUT', `sys/setting/change/${setting?.id}`, { version: setting?.version, value });
  }
}

describe('a restored notice', () => {
  it('is sent only to those whose message was left unsent, not to those who had it or came later, even if the template was changed', async () => {
    const notice = await publishMissed();
    await subscribe(later);
    await addBot('飞书');
    await changeTemplates();
    await restore(notice);
    expect(await send()).toEqual({ mails: [[missed?.address, '新：停电']], posts: [['钉钉', '新：停电']] });
  });

  it('is sent in its first words to those for whom it still waits', async () => {
    at.server.next.push({ at: 'content', code: 451 });
    groups.next.push({ status: 503 });
    const notice = await publishMissed();
    await changeTemplates();
    await restore(notice);
    const { mails, posts } = await send();
    expect(new Map(mails)).toEqual(
      new Map([
        [reader?.address, '停电'],
        [missed?.address, '新：停电'],
      ]),
    );
    expect(new Map(posts as [string, string][])).toEqual(
      new Map([
        ['企业微信', '停电'],
        ['钉钉', '新：停电'],
      ]),
    );
  });

  it('is not sent to those whose message was left unsent for another reason than its deletion', async () => {
    const notice = await publish();
    const setStatus = (status: string) =>
      query(`UPDATE sys_user SET user_status = '${status}' WHERE id = '${missed?.userId}';
        UPDATE sys_bot SET bot_status = '${status}' WHERE bot_kind = '钉钉'`);
    await setStatus('停用');
    await send();
    await setStatus('正常');
    await remove(notice);
    await restore(notice);
    expect(
      await query("SELECT FROM sys_mail WHERE mail_status = '待发送' UNION ALL SELECT FROM sys_bot_post WHERE post_status = '待发送'"),
    ).toEqual([]);
  });
});
