import { deviceHeader } from '@back-office/contract/calls/login.ts';
import { type MailApp, openMailApp } from '@back-office/app/testing/server/open-mail-app.ts';
import { queueNoticeMails } from '@back-office/app/testing/server/queue-notice-mails.ts';
import { type Session, userPassword } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { mailChoices } from '../mail-calls.ts';

/* Mails that wait while their recipient replaces the address. */
let at: MailApp;
beforeAll(async () => {
  at = await openMailApp();
});
afterEach(() => at.clear());
afterAll(() => at.drop());

/** They change their address, and confirm the new one. */
const moveTo = (address: string, { userId }: Session) =>
  at.app.database.pool.query(
    `WITH moved AS (UPDATE sys_user SET user_email = $2 WHERE id = $1)
     UPDATE sys_mail_address SET address = $2, confirm_time = now() WHERE sys_user_id = $1`,
    [userId, address],
  );

describe('a mail about a notice', () => {
  /** Publishes a notice to these people, who have chosen mail. */
  const publish = async (...people: readonly Session[]): Promise<void> => {
    for (const { token } of people) await at.app.call(token, 'PUT', `sys/user/preference/${mailChoices.notice.key}`, { value: true });
    const notice = { msgTitle: '国庆放假', msgContent: '<p>放假</p>', msgStatus: '已发布', msgScope: '用户' };
    const { code } = await at.app.call(at.admin, 'POST', 'sys/msg/save', { ...notice, targetIds: people.map(({ userId }) => userId) });
    expect(code).toBe(20000);
    await queueNoticeMails(at.app);
  };

  it('is not sent to an address that its reader has replaced while it waited', async () => {
    const [moved, unconfirmed, one] = [await at.confirmed(), await at.confirmed(), await at.confirmed()];
    await publish(moved, unconfirmed, one);
    await moveTo('moved@example.com', moved);
    await at.app.database.pool.query(`UPDATE sys_user SET user_email = 'other@example.com' WHERE id = $1`, [unconfirmed.userId]);
    expect(await at.mailed()).toEqual([[one.address, '国庆放假']]);
    const { rows } = await at.app.database.pool.query(
      'SELECT DISTINCT mail_status AS status, fail_reason AS reason FROM sys_mail WHERE create_user <> $1',
      [one.userId],
    );
    expect(rows).toEqual([{ status: '未发送', reason: '收件人的邮箱已更换，不再发送' }]);
  });

  it('that failed is sent again by hand to the address that its reader has confirmed since, and not before', async () => {
    const [moved, unconfirmed, gone] = [await at.confirmed(), await at.confirmed(), await at.confirmed()];
    await publish(moved, unconfirmed, gone);
    for (const _ of [moved, unconfirmed, gone]) at.server.next.push({ at: 'recipient', code: 550 });
    expect(await at.mailed()).toEqual([]);
    await moveTo('again@example.com', moved);
    await at.app.database.pool.query(`UPDATE sys_mail_address SET confirm_time = NULL WHERE sys_user_id = $1`, [unconfirmed.userId]);
    await at.app.database.pool.query(`UPDATE sys_user SET user_status = '停用' WHERE id = $1`, [gone.userId]);
    expect(await sendAgain(moved, unconfirmed, gone)).toMatchObject({ code: 20000, data: { queued: 3 } });
    expect(await at.mailed()).toEqual([['again@example.com', '国庆放假']]);
    const { rows } = await at.app.database.pool.query(
      'SELECT mail_status AS status, fail_reason AS reason FROM sys_mail WHERE create_user = ANY ($1) ORDER BY 2',
      [[unconfirmed.userId, gone.userId]],
    );
    expect(rows).toEqual([
      { status: '未发送', reason: '收件人的账号已停用或删除，不再发送' },
      { status: '未发送', reason: '收件人的邮箱已更换，不再发送' },
    ]);
    // Both may get it later.
    await moveTo('confirmed@example.com', unconfirmed);
    await at.app.database.pool.query(`UPDATE sys_user SET user_status = '正常' WHERE id = $1`, [gone.userId]);
    at.server.taken.length = 0;
    expect(await sendAgain(unconfirmed, gone)).toMatchObject({ code: 20000, data: { queued: 2 } });
    expect(new Set((await at.mailed()).map(([to]) => to))).toEqual(new Set(['confirmed@example.com', gone.address]));
  });

  it('that was left unsent because the notice has changed is not sent again by hand', async () => {
    const one = await at.confirmed();
    await publish(one);
    await at.app.database.pool.query("UPDATE sys_mail SET mail_status = '未发送', fail_reason = '通知已修改，改发新的内容'");
    const message = '只有发送失败、或因收件人而未发送的邮件可以重试';
    expect(await sendAgain(one)).toMatchObject({ code: 40000, message });
  });
});

/** Sends the mails to these people again. */
async function sendAgain(...people: readonly Session[]) {
  const { rows } = await at.app.database.pool.query<{ id: string }>('SELECT id FROM sys_mail WHERE create_user = ANY ($1)', [
    people.map(({ userId }) => userId),
  ]);
  return at.app.call(at.admin, 'POST', `sys/mail/resend/${rows.map(({ id }) => id).join(',')}`);
}

describe('a warning of a sign-in', () => {
  /** They sign in with another browser. */
  const warn = ({ account }: Session) => {
    const headers = { [deviceHeader]: 'd'.repeat(43), 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/150.0.0.0 Safari/537.36' };
    return at.app.signIn(account, userPassword, { address: '20.6.6.6', headers });
  };

  it('is sent to the address that was theirs at that moment', async () => {
    const one = await at.confirmed();
    await warn(one);
    await moveTo('thief@example.com', one);
    expect((await at.mailed()).map(([to]) => to)).toEqual([one.address]);
  });

  it('that failed is sent again by hand to that address too', async () => {
    const one = await at.confirmed();
    await warn(one);
    at.server.next.push({ at: 'recipient', code: 550 });
    expect(await at.mailed()).toEqual([]);
    await moveTo('thief@example.com', one);
    expect((await sendAgain(one)).code).toBe(20000);
    expect((await at.mailed()).map(([to]) => to)).toEqual([one.address]);
  });
});
