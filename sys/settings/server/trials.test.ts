import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { type MailApp, openMailApp } from '@back-office/app/testing/server/open-mail-app.ts';
import { listenDescribed } from '@back-office/app/testing/server/listen-described.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

/* The buttons that test a setting. */
let at: MailApp;
beforeAll(async () => {
  at = await openMailApp();
  await listenDescribed(at.app);
});
afterEach(() => at.clear());
afterAll(() => at.drop());

const idOf = async (name: string, app: TestApp = at.app, token = at.admin): Promise<string> =>
  String((await app.call<{ items: AnyRow[] }>(token, 'GET', `sys/setting/select-page?eq=settingName:${name}`)).data.items[0]?.['id']);
const tryOut = async (name: string, token: string, value?: string) =>
  at.app.call<{ message: string }>(token, 'POST', `sys/setting/test/${await idOf(name)}`, value === undefined ? {} : { value });
const who = () => at.person({ 'sys/setting': ['read', 'change'] });

describe('a trial of a mail text', () => {
  it('mails it to the person who runs it, as saved or as typed, with sample values for the variables', async () => {
    const one = await who();
    expect((await tryOut('mail.reset', one.token)).data.message).toBe(`已发送到 ${one.address}；没有收到时，原因见 系统管理 › 邮件`);
    await tryOut('mail.reset', one.token, '试一试\n\n<b>${userName}</b> ${link}');
    // Several are sent concurrently: their order is not guaranteed.
    expect(new Set(await at.mailed())).toEqual(
      new Set([
        [one.address, '管理后台：重置密码'],
        [one.address, '试一试'],
      ]),
    );
    expect(at.server.taken.find(({ headers }) => headers['subject'] === '试一试')?.text).toMatch(
      /^<b>张三<\/b> https:\/\/office\.example\.com\/login\?reset#…/,
    );
    // Nothing was saved.
    const { rows } = await at.app.database.pool.query(`SELECT stored_value FROM sys_setting WHERE setting_name = 'mail.reset'`);
    expect(rows).toEqual([{ stored_value: null }]);
  });

  it('is refused for a text that could not be saved, and for settings that cannot be tried', async () => {
    const one = await who();
    expect(await tryOut('mail.reset', one.token, '试一试\n\n没有链接')).toMatchObject({
      code: 40000,
      data: { fields: [{ field: 'value' }] },
    });
    expect((await tryOut('SESSION_HOURS', one.token)).message).toBe('这个参数不能测试');
    await at.app.database.pool.query('UPDATE sys_user SET user_email = NULL WHERE id = $1', [one.userId]);
    expect((await tryOut('mail.test', one.token)).message).toBe('请先在个人中心填写您的邮箱');
    expect(await at.mailed()).toEqual([]);
  });
});

describe('a trial of the file storage', () => {
  it('writes a small object, reads it back and leaves nothing behind', async () => {
    const one = await who();
    expect((await tryOut('UPLOAD_CHUNK_MB', one.token)).data.message).toBe('文件存储正常：已写入、读出并删除一个小文件');
    expect((await at.app.database.pool.query('SELECT FROM sys_storage_trash')).rowCount).toBe(0);
    const { rows } = await at.app.database.pool.query(`SELECT opt_target FROM sys_log_opt WHERE create_user = $1 AND opt_type = '测试'`, [
      one.userId,
    ]);
    expect(rows).toEqual([{ opt_target: '上传分片大小' }]);
  });

  it('reports a failure by its error code, and leaves the details to the server log', async () => {
    const broken = Object.assign(new Error('EACCES: permission denied, open /secret/place'), { code: 'EACCES' });
    const storage = {
      create: () => Promise.reject(broken),
      remove: () => Promise.resolve(),
      stop: () => undefined,
      close: () => Promise.resolve(),
      makeSure: () => Promise.resolve(),
      clearUnfinished: () => Promise.resolve(),
      size: () => Promise.resolve(undefined),
      read: () => Promise.reject(broken),
    };
    const app = await openTestApp({ storage });
    await listenDescribed(app);
    const admin = await app.admin();
    const { code, message } = await app.call(admin, 'POST', `sys/setting/test/${await idOf('UPLOAD_CHUNK_MB', app, admin)}`, {});
    expect([code, message]).toEqual([40000, '文件存储不能使用（EACCES），原因已写入服务器日志']);
    expect((await app.call(admin, 'POST', `sys/setting/test/${await idOf('BACKUP_KEEP', app, admin)}`, {})).message).toMatch(
      /^还没有设置备份存放处/,
    );
    await app.drop();
  });
});

it('a trial needs the right to change settings, and is refused for API keys', async () => {
  const [one, reader] = [await who(), await at.person({ 'sys/setting': ['read'] })];
  expect((await tryOut('UPLOAD_CHUNK_MB', reader.token)).code).toBe(40300);
  const soon = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  const key = {
    tokenName: '参数',
    sysUserId: one.userId,
    tokenRights: ['sys/setting:change', 'sys/setting:read'],
    expireTime: `${soon} 00:00:00`,
  };
  const { data, message } = await at.app.call<{ token: string }>(at.admin, 'POST', 'sys/token/save', key);
  expect(message).toBe('操作成功');
  expect(await tryOut('UPLOAD_CHUNK_MB', data.token)).toMatchObject({ code: 40300, message: '接口密钥不能调用这个接口' });
});

it('each person can run ten trials an hour, even concurrently', async () => {
  const [one, other] = [await who(), await who()];
  const id = await idOf('UPLOAD_CHUNK_MB');
  const post = async ({ token }: typeof one): Promise<number> => (await at.app.call(token, 'POST', `sys/setting/test/${id}`, {})).code;
  const codes = await Promise.all(Array.from({ length: 14 }, () => post(one)));
  expect(codes.toSorted((one, other) => one - other)).toEqual([
    ...Array.from({ length: 10 }, () => 20000),
    ...Array.from({ length: 4 }, () => 42900),
  ]);
  expect(await post(other)).toBe(20000);
  const shift = (minutes: number) =>
    at.app.database.pool.query(
      `UPDATE sys_log_opt SET opt_time = now() - make_interval(mins => $2) WHERE create_user = $1 AND opt_type = '测试'`,
      [one.userId, minutes],
    );
  await shift(59);
  expect(await post(one)).toBe(42900);
  await shift(61);
  expect(await post(one)).toBe(20000);
});
