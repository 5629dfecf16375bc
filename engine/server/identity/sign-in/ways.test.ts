import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type Session, type TestApp, userPassword } from '@back-office/app/testing/server/test-app.ts';
import { encryptField, dayOf } from '../../testing/seal-values.ts';
import { openPassword } from './password-opening.ts';
import { directory, issuer, provider, withWays } from '@back-office/app/testing/server/sign-in-ways.ts';

let app: TestApp;
let person: Session;
beforeAll(async () => {
  app = await openTestApp({ publicUrl: 'https://office.example', modules: withWays([provider, directory]) });
  person = await app.userWith({});
});
afterAll(() => app.drop());

/** A browser as far as these calls need one: its redirects, and its cookie. */
class Browser {
  cookie: string | undefined;

  async get(url: string): Promise<URL> {
    const headers = { host: 'office.example', ...(this.cookie === undefined ? {} : { cookie: this.cookie }) };
    const response = await app.server.inject({ url, headers });
    expect(response.statusCode).toBe(302);
    this.cookie = response.cookies[0] === undefined ? this.cookie : `${response.cookies[0].name}=${response.cookies[0].value}`;
    return new URL(String(response.headers.location), 'https://office.example');
  }

  async start(redirect = '/index'): Promise<string> {
    return (await this.get(`/api/login/corp/start?redirect=${encodeURIComponent(redirect)}`)).searchParams.get('state') ?? '';
  }

  comeBack(state: string, subject: string, way = 'corp'): Promise<URL> {
    return this.get(`/api/login/${way}/callback?code=${encodeURIComponent(subject)}&state=${encodeURIComponent(state)}`);
  }

  async ticket(subject: string): Promise<string> {
    return (await this.comeBack(await this.start(), subject)).searchParams.get('ticket') ?? '';
  }

  exchange<Data = LoginAnswer>(ticket: string) {
    const headers: Record<string, string> = this.cookie === undefined ? {} : { cookie: this.cookie };
    return app.call<Data>(undefined, 'POST', 'login/ticket', new URLSearchParams({ ticket }), { headers });
  }

  login<Data = LoginAnswer>(account: string, password: string, more: Record<string, string>) {
    const day = dayOf(new Date());
    const form = new URLSearchParams({ username: encryptField(account, day), password: encryptField(password, day), ...more });
    const headers: Record<string, string> = this.cookie === undefined ? {} : { cookie: this.cookie };
    return app.call<Data>(undefined, 'POST', 'login', form, { headers });
  }

  /** Signs in for the first time, and proves the local password. */
  async link(subject: string, { account }: Session) {
    const { code, data } = await this.exchange<AnyRow>(await this.ticket(subject));
    expect(code).toBe(40305);
    return this.login(account, userPassword, { link: String(data['ticket']) });
  }
}

it('the configuration lists the sign-in methods for everybody, in order', async () => {
  expect((await app.call(undefined, 'GET', 'config')).data['signIn']).toEqual([
    { id: 'password', kind: 'password', label: '本地账号' },
    { id: 'corp', kind: 'oidc', label: '公司<门户>' },
    { id: 'ad', kind: 'ldap', label: '域账号' },
  ]);
  expect((await app.call(undefined, 'GET', 'login/other/start')).code).toBe(40404);
  expect((await app.call(undefined, 'GET', 'login/ad/start')).code).toBe(40404);
});

describe('a user identified by a provider', () => {
  it('is asked for the local password once, and never again', async () => {
    const browser = new Browser();
    const first = await browser.link('p-1', person);
    expect(first.data.roles.userId).toBe(person.userId);
    const again = await browser.exchange(await browser.ticket('p-1'));
    expect(again.data.roles.userId).toBe(person.userId);
    expect((await app.call(again.data.credentials.accessToken, 'GET', 'sys/user/select-roles')).code).toBe(20000);
    const { rows } = await app.database.pool.query(
      "select login_message from sys_log_login where user_account = $1 and login_message like '%门户%'",
      [person.account],
    );
    expect(rows).toEqual([{ login_message: '登录成功，已关联“门户的p-1”' }, { login_message: '登录成功（公司<门户>）' }]);
  });

  it('is not linked by a wrong password, nor to a second account', async () => {
    const [browser, other] = [new Browser(), await app.userWith({})];
    const { data } = await browser.exchange<AnyRow>(await browser.ticket('p-2'));
    expect((await browser.login(other.account, 'Wrong-Horse-1', { link: String(data['ticket']) })).code).toBe(40001);
    expect((await browser.exchange(await browser.ticket('p-2'))).code).toBe(40305);
    const both = [await browser.exchange<AnyRow>(await browser.ticket('p-3')), await browser.exchange<AnyRow>(await browser.ticket('p-3'))];
    expect((await browser.login(other.account, userPassword, { link: String(both[0]?.data['ticket']) })).code).toBe(20000);
    expect((await browser.login(person.account, userPassword, { link: String(both[1]?.data['ticket']) })).code).toBe(40900);
    expect((await browser.exchange(await browser.ticket('p-3'))).data.roles.userId).toBe(other.userId);
  });

  it('can sign in only in the browser that was redirected, with its state, and once', async () => {
    const [browser, stranger] = [new Browser(), new Browser()];
    const over = { pathname: '/login', search: '?refused=over' };
    const state = await browser.start();
    await stranger.start();
    // Another browser's address, in a browser with a cookie of its own and in one without.
    expect(await stranger.comeBack(state, 'p-1')).toMatchObject(over);
    expect(await new Browser().comeBack(state, 'p-1')).toMatchObject(over);
    for (const changed of ['', state.slice(0, -1) + (state.endsWith('a') ? 'b' : 'a'), `0${state}`, state.toUpperCase()])
      expect(await browser.comeBack(changed, 'p-1')).toMatchObject(over);
    const ticket = (await browser.comeBack(state, 'p-1')).searchParams.get('ticket') ?? '';
    expect((await browser.comeBack(state, 'p-1')).searchParams.get('refused')).toBe('over');
    expect((await stranger.exchange(ticket)).code).toBe(40400);
    // The attempt used it up.
    expect((await browser.exchange(ticket)).code).toBe(40400);
    const good = await browser.ticket('p-1');
    expect((await browser.exchange(good)).code).toBe(20000);
    expect((await browser.exchange(good)).code).toBe(40400);
  });

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example', '/.//evil.example', 'vbscript:x', '/a\nb'])(
    'is not redirected to %j',
    async (redirect) => {
      const browser = new Browser();
      const back = await browser.comeBack(await browser.start(redirect), 'p-1');
      expect([back.origin, back.pathname, back.searchParams.get('redirect')]).toEqual(['https://office.example', '/login', null]);
    },
  );

  it('is redirected to the page that was requested', async () => {
    const browser = new Browser();
    const back = await browser.comeBack(await browser.start('/sys/user/list?a=张#b'), 'p-1');
    expect(back.searchParams.get('redirect')).toBe('/sys/user/list?a=%E5%BC%A0#b');
  });

  it('passes the usual checks: second factor, account status', async () => {
    const [browser, other] = [new Browser(), await app.userWith({})];
    await browser.link('p-4', other);
    await app.database.pool.query("update sys_user set two_step = '是' where id = $1", [other.userId]);
    expect((await browser.exchange(await browser.ticket('p-4'))).code).toBe(40302);
    await app.database.pool.query("update sys_user set two_step = '否', user_status = '停用' where id = $1", [other.userId]);
    expect(await browser.exchange(await browser.ticket('p-4'))).toMatchObject({ code: 40002, message: '账号已被停用' });
  });

  it('is not asked to change a local password that was not typed', async () => {
    const [browser, other] = [new Browser(), await app.userWith({})];
    await browser.link('p-5', other);
    await app.database.pool.query('update sys_user set password_once = true where id = $1', [other.userId]);
    const { data } = await browser.exchange(await browser.ticket('p-5'));
    expect((await app.call(data.credentials.accessToken, 'GET', 'sys/user/select-sessions')).code).toBe(20000);
    const { token } = await app.signIn(other.account, userPassword);
    expect((await app.call(token, 'GET', 'sys/user/select-sessions')).code).toBe(40301);
  });
});

describe('a provider that ended sessions of its own', () => {
  const tell = (logout: object) =>
    app.call(undefined, 'POST', 'login/corp/backchannel-logout', new URLSearchParams({ logout_token: JSON.stringify(logout) }));
  const ask = (token: string) => app.call(token, 'GET', 'sys/user/select-roles');

  it('ends exactly the sessions opened by those, once, with the reason', async () => {
    const [browser, other] = [new Browser(), await app.userWith({})];
    const first = await browser.link('p-6', other);
    const byOther = await browser.exchange(await browser.ticket('p-1'));
    expect((await tell({ id: 'a', issuer, sid: 'sid of p-6' })).code).toBe(20000);
    expect(await ask(first.data.credentials.accessToken)).toMatchObject({ code: 41003, message: '您已在公司<门户>退出登录' });
    expect((await ask(other.token)).code).toBe(20000);
    expect((await ask(byOther.data.credentials.accessToken)).code).toBe(20000);
    const again = await browser.exchange(await browser.ticket('p-6'));
    expect(await tell({ id: 'a', issuer, sid: 'sid of p-6' })).toMatchObject({ status: 400, code: 40010 });
    expect((await tell({ id: 'b', issuer: 'https://other.example', subject: 'p-6' })).code).toBe(20000);
    expect((await ask(again.data.credentials.accessToken)).code).toBe(20000);
    expect((await tell({ id: 'c', issuer, subject: 'p-6' })).code).toBe(20000);
    expect((await ask(again.data.credentials.accessToken)).code).toBe(41003);
  });
});

describe('an LDAP directory', () => {
  it('verifies the password of the form, with as few attempts as for the local password', async () => {
    const browser = new Browser();
    expect((await browser.login('zhangsan', 'Directory-1', { method: 'nobody' })).data).toMatchObject({ fields: [{ field: 'method' }] });
    const { code, data } = await browser.login<AnyRow>('zhangsan', 'Directory-1', { method: 'ad' });
    expect([code, data['name'], data['label']]).toEqual([40305, '张三', '域账号']);
    expect((await browser.login(person.account, userPassword, { link: String(data['ticket']) })).code).toBe(20000);
    expect((await browser.login('zhangsan', 'Directory-1', { method: 'ad' })).data.roles.userId).toBe(person.userId);
    for (const account of ['zhangsan', 'nobody']) {
      const wrong = await browser.login(account, 'Wrong-1', { method: 'ad' });
      expect(wrong).toMatchObject({ code: 40001, message: '账号或密码错误' });
    }
    for (let failure = 0; failure < 4; failure += 1) await browser.login('zhangsan', 'Wrong-1', { method: 'ad' });
    expect((await browser.login('zhangsan', 'Directory-1', { method: 'ad' })).code).toBe(40002);
  });
});

describe('linked accounts', () => {
  it('are assigned and ended by administrators, and by nobody for a user with more rights', async () => {
    const [admin, browser, other] = [await app.admin(), new Browser(), await app.userWith({})];
    await browser.exchange(await browser.ticket('p-7'));
    const { data: page } = await app.call<{ items: AnyRow[] }>(
      admin,
      'GET',
      'sys/linked-account/select-page?index=0&limit=10&like=subject:p-7',
    );
    const [stranger] = page.items;
    expect(stranger).toMatchObject({ externalName: '门户的p-7', sysUserId: null, loginMethod: 'corp', issuer });
    const weaker = await app.userWith({ 'sys/linked-account': ['read', 'add', 'edit', 'delete'] });
    const adminId = '00000000-0000-7000-8000-000000000001';
    expect((await app.call(weaker.token, 'POST', 'sys/linked-account/save', { ...stranger, sysUserId: adminId })).code).toBe(40300);
    const saved = await app.call(admin, 'POST', 'sys/linked-account/save', { ...stranger, sysUserId: other.userId });
    expect(saved.code).toBe(20000);
    const entered = await browser.exchange(await browser.ticket('p-7'));
    expect(entered.data.roles.userId).toBe(other.userId);
    expect((await app.call(other.token, 'GET', 'sys/linked-account/select-own')).data).toMatchObject([{ subject: 'p-7' }]);
    const call = `sys/linked-account/end-own/${String(saved.data['id'])}`;
    const end = async ({ token }: Session) => (await app.call(token, 'POST', call, { password: userPassword })).code;
    expect([await end(person), await end(other)]).toEqual([40400, 20000]);
    expect(await app.call(entered.data.credentials.accessToken, 'GET', 'sys/user/select-roles')).toMatchObject({ code: 41003 });
    expect((await browser.exchange(await browser.ticket('p-7'))).code).toBe(40305);
  });
});

describe('LOGIN_METHODS', () => {
  it('closes the local password to all but the account admin, and prevents the start if a method is not set up', async () => {
    const [{ database }, other] = [app, await app.userWith({})];
    const only = await openTestApp({
      database,
      modules: withWays([provider]),
      loginMethods: ['corp'],
      publicUrl: 'https://office.example',
    });
    expect((await only.call(undefined, 'GET', 'config')).data['signIn']).toEqual([{ id: 'corp', kind: 'oidc', label: '公司<门户>' }]);
    expect(await only.login(other.account, userPassword)).toMatchObject({
      code: 40002,
      message: '本系统不使用本地密码登录，请选择其他登录方式',
    });
    expect((await only.login(other.account, 'Wrong-Horse-1')).code).toBe(40001);
    expect(await only.admin()).toHaveLength(43);
    // Until somebody on the machine opens it again, for a while.
    await openPassword(database.db, 1);
    expect((await only.login(other.account, userPassword)).code).toBe(20000);
    await openPassword(database.db, 0);
    expect((await only.login(other.account, userPassword)).code).toBe(40002);
    const { rows } = await database.pool.query(
      "SELECT opt_type, opt_message FROM sys_log_opt WHERE opt_module = '登录方式' ORDER BY opt_time",
    );
    expect(rows).toEqual([
      { opt_type: '开放本地密码', opt_message: '在服务器上执行的命令，开放 1 小时' },
      { opt_type: '关闭本地密码', opt_message: '在服务器上执行的命令' },
    ]);
    await expect(openTestApp({ database, loginMethods: ['password', 'corp'] })).rejects.toThrow(
      'LOGIN_METHODS names corp, which is not set',
    );
  });
});
