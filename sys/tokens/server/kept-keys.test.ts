import { type MailApp, openMailApp } from '@back-office/app/testing/server/open-mail-app.ts';
import { runJob } from '@back-office/app/testing/server/run-job.ts';
import { type Session, userPassword } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/* Keys outlive passwords (docs/decisions/0107-keys-outlive-passwords.md). */
let at: MailApp;
beforeAll(async () => {
  at = await openMailApp({ publicUrl: 'https://office.example.com' });
});
afterAll(() => at.drop());

const expireTime = new Date(Date.now() + 86_400_000).toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' });
const typed = 'Kestrel-Harbour-2026';

/** Somebody with a key, whose announcement they have deleted. */
async function ownerOfKey(): Promise<Session & { address: string }> {
  const person = await at.confirmed({ 'sys/dict': ['read'] });
  const form = { tokenName: '考勤同步', tokenRights: ['sys/dict:read'], expireTime, password: userPassword };
  expect((await at.app.call(person.token, 'POST', 'sys/token/save-own', form)).code).toBe(20000);
  await at.app.database.pool.query('DELETE FROM sys_msg');
  return person;
}
/** The notices that somebody finds when they sign in. */
async function noticesOf({ account }: Session, password: string): Promise<{ msgTitle: string; msgContent: string }[]> {
  // As if they had replaced it already.
  await at.app.database.pool.query('UPDATE sys_user SET password_once = false WHERE user_account = $1', [account]);
  const { token } = await at.app.signIn(account, password);
  const { data: list } = await at.app.call<{ items: { id: string }[] }>(token, 'GET', 'sys/msg/list?index=0&limit=10');
  const { rows } = await at.app.database.pool.query<{ id: string; msgTitle: string; msgContent: string }>(
    'SELECT id, msg_title AS "msgTitle", msg_content AS "msgContent" FROM sys_msg',
  );
  const told = list.items.flatMap(({ id }) => rows.filter((row) => row.id === id));
  return told.map(({ msgTitle, msgContent }) => ({ msgTitle, msgContent }));
}
const resetOf = async ({ userId }: Session): Promise<string> =>
  (await at.app.call<{ oneTimePassword: string }>(at.admin, 'PUT', `sys/user/reset-password/${userId}`)).data.oneTimePassword;
const notice = (how: string) => ({
  msgTitle: '您的密码已修改，接口密钥仍然有效',
  msgContent: expect.stringMatching(new RegExp(`您的密码已${how}。.*如果您不知情.*您有仍然有效的接口密钥`)) as string,
});

describe('a person whose password is reset', () => {
  it('by an administrator is told by one notice of the reset and that their keys are valid, and it names none', async () => {
    const person = await ownerOfKey();
    const notices = await noticesOf(person, await resetOf(person));
    expect(notices).toEqual([notice('由管理员 admin 重置')]);
    expect(JSON.stringify(notices)).not.toContain('考勤');
  });

  it('by a password that an administrator types is told too', async () => {
    const person = await ownerOfKey();
    const { version } = (await at.app.call(at.admin, 'GET', `sys/user/select/${person.userId}`)).data;
    const saved = await at.app.call(at.admin, 'POST', 'sys/user/save', { id: person.userId, version, userPassword: typed });
    expect(saved.code).toBe(20000);
    expect(await noticesOf(person, typed)).toEqual([notice('由管理员 admin 重置')]);
  });

  it('by a mailed link is told too', async () => {
    const person = await ownerOfKey();
    await at.app.call(undefined, 'POST', 'password/forgot', { account: person.account }, { address: '30.1.1.1' });
    await runJob(at.app, 'answer-password-requests');
    await at.mailed();
    const token = at.server.taken.flatMap(({ text }) => /\/login\?reset#([\w-]{43})\s/.exec(text)?.[1] ?? []).at(-1) ?? '';
    expect((await at.app.call(undefined, 'POST', 'password/reset', { token, newPassword: typed }, { address: '30.1.1.2' })).code).toBe(
      20000,
    );
    expect(await noticesOf(person, typed)).toEqual([notice('通过邮件重置（来自 30.1.1.2）')]);
  });

  it('is told of the reset alone if their only key is disabled or has ended', async () => {
    const person = await ownerOfKey();
    await at.app.database.pool.query("UPDATE sys_token SET token_status = '停用' WHERE sys_user_id = $1", [person.userId]);
    const alone = expect.objectContaining({
      msgTitle: '您的密码已修改',
      msgContent: expect.not.stringContaining('密钥') as string,
    }) as unknown;
    expect(await noticesOf(person, await resetOf(person))).toEqual([alone]);
    await at.app.database.pool.query("UPDATE sys_token SET token_status = '正常', expire_time = now() WHERE sys_user_id = $1", [
      person.userId,
    ]);
    expect(await noticesOf(person, await resetOf(person))).toEqual([alone, alone]);
  });
});
