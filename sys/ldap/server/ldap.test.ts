import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { dayOf, encryptField } from '@back-office/server/testing/seal-values.ts';
import { slapd, startSlapd, type TestDirectory } from '@back-office/server/testing/start-slapd.ts';
import { openTestApp, type Session, type TestApp, userPassword } from '@back-office/app/testing/server/test-app.ts';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const directoryPassword = 'Directory-张-1';
const person = (uid: string, cn: string, more: Record<string, string> = {}) => ({
  objectClass: ['inetOrgPerson'],
  uid,
  cn,
  sn: cn.slice(0, 1),
  userPassword: directoryPassword,
  ...more,
});

let directory: TestDirectory;
let app: TestApp;
/** A relay in front of the directory that records the traffic, so that tests can prove that nothing was sent. */
let relay: Server;
const passed: string[] = [];
const said: string[] = [];

describe.skipIf(slapd === undefined)('a real LDAP directory', () => {
  beforeAll(async () => {
    directory = await startSlapd();
    await directory.add({
      'ou=研发部': { objectClass: ['organizationalUnit'], ou: '研发部' },
      'ou=分公司': { objectClass: ['organizationalUnit'], ou: '分公司' },
      'uid=zhangsan,ou=研发部': person('zhangsan', '张三'),
      'uid=李四,ou=研发部': person('李四', '李四'),
      'uid=wangwu,ou=研发部': person('wangwu', '王五'),
      'uid=zhaoliu,ou=研发部': person('zhaoliu', '赵六'),
      'uid=qianqi,ou=研发部': person('qianqi', '钱七'),
      'uid=twice,ou=研发部': person('twice', '重名甲'),
      'uid=twice,ou=分公司': person('twice', '重名乙'),
    });
    relay = createServer((socket: Socket) => {
      const there = connect(Number(new URL(directory.url).port), '127.0.0.1');
      socket.on('data', (bytes) => passed.push(String(bytes)));
      socket.pipe(there).pipe(socket);
      for (const side of [socket, there]) side.on('error', () => [socket, there].forEach((each) => each.destroy()));
    });
    await new Promise<void>((listening) => relay.listen(0, '127.0.0.1', listening));
    const values = { URL: directory.ldaps, BASE_DN: directory.base, BIND_DN: directory.root.dn, BIND_PASSWORD: directory.root.password };
    const plain = `ldap://127.0.0.1:${(relay.address() as AddressInfo).port}`;
    const elsewhere = { objectClass: ['referral', 'extensibleObject'], ou: 'elsewhere', ref: `${plain}/${directory.base}` };
    await directory.add({ 'ou=elsewhere': elsewhere });
    const ways = {
      corp: { ...values, CA_FILE: directory.ca, LABEL: '公司目录' },
      tls: { ...values, URL: directory.url, START_TLS: 'on', CA_FILE: directory.ca },
      plain: { ...values, URL: plain },
      stranger: values,
      forgot: { ...values, URL: directory.url, BIND_PASSWORD: 'not the password' },
      away: { ...values, URL: 'ldap://127.0.0.1:9' },
      referred: { ...values, URL: directory.url, BASE_DN: `ou=elsewhere,${directory.base}` },
    };
    app = await openTestApp({
      ways: Object.entries(ways).map(([id, given]) => ({ id, kind: 'LDAP' as const, values: given })),
      log: pino({ level: 'warn' }, { write: (line: string) => void said.push(line) }),
    });
  });
  afterAll(async () => {
    await app.drop();
    await new Promise((closed) => relay.close(closed));
    await directory.drop();
  });

  const formOf = (account: string, password: string, more: Record<string, string>): URLSearchParams => {
    const day = dayOf(new Date());
    return new URLSearchParams({ username: encryptField(account, day), password: encryptField(password, day), method: 'corp', ...more });
  };
  const login = <Data = LoginAnswer>(account: string, password: string, more: Record<string, string> = {}, address = '127.0.0.1') =>
    app.call<Data>(undefined, 'POST', 'login', formOf(account, password, more), { address });

  /** The answer when the directory is unavailable. */
  const tryIn = async (method: string, remoteAddress = '127.0.0.1'): Promise<unknown> => {
    const payload = formOf('wangwu', directoryPassword, { method }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return (await app.server.inject({ method: 'POST', url: '/api/login', headers, payload, remoteAddress })).json();
  };
  const unavailable = { success: false, code: 50300, message: '暂时无法连接公司目录，请稍后重试' };

  /** Signs in for the first time, and confirms the link with the local password. */
  const link = async (account: string, { account: local }: Session) => {
    const { code, data } = await login<AnyRow>(account, directoryPassword);
    expect(code).toBe(40305);
    return login(local, userPassword, { method: 'password', link: String(data['ticket']) });
  };

  it('opens the local account once it is linked, with the directory’s password, which alone proves the person again', async () => {
    const session = await app.userWith({});
    const first = await login<AnyRow>('zhangsan', directoryPassword);
    expect(first).toMatchObject({ code: 40305, data: { name: '张三', label: '公司目录' } });
    await link('zhangsan', session);
    const { roles, credentials } = (await login(' ZhangSan ', directoryPassword)).data;
    expect(roles.userId).toBe(session.userId);
    for (const [password, code] of [[userPassword, 40000] as const, [directoryPassword, 20000] as const])
      expect((await app.call(credentials.accessToken, 'POST', 'sys/user/start-two-step', { password })).code).toBe(code);
    expect((await login('zhangsan', userPassword)).code).toBe(40001);
    expect((await login<AnyRow>('李四', directoryPassword)).data).toMatchObject({ name: '李四' });
  });

  it('keeps the link of a person who is renamed and moved in the directory', async () => {
    const session = await app.userWith({});
    await link('qianqi', session);
    await directory.change((client) =>
      client.modifyDN(`uid=qianqi,ou=研发部,${directory.base}`, `uid=qianqi2,ou=分公司,${directory.base}`),
    );
    expect((await login('qianqi2', directoryPassword)).data.roles.userId).toBe(session.userId);
  });

  it('is queried over ldaps and StartTLS, but not if its certificate is untrusted', async () => {
    expect((await login('wangwu', directoryPassword)).code).toBe(40305);
    expect((await login('wangwu', directoryPassword, { method: 'tls' })).code).toBe(40305);
    expect(await tryIn('stranger')).toEqual(unavailable);
  });

  it('is reported at startup as queried in the clear if neither ldaps nor StartTLS is set', () => {
    expect(said.filter((line) => line.includes('in the clear')).map((line) => /LDAP_\w+?_/.exec(line)?.[0])).toEqual(
      expect.arrayContaining(['LDAP_PLAIN_', 'LDAP_AWAY_']),
    );
    expect(said.filter((line) => line.includes('LDAP_CORP_') || line.includes('LDAP_TLS_'))).toEqual([]);
  });

  it.each(['', '\0'])('gets no sign-in attempt with the password %j', async (password) => {
    passed.length = 0;
    const { code } = await login('wangwu', password, { method: 'plain' });
    expect([40000, 40001]).toContain(code);
    // Only the service account was bound.
    expect(passed.filter((bytes) => bytes.includes('uid=wangwu'))).toEqual([]);
  });

  it.each([
    '*',
    'wang*',
    'wangwu)(uid=*',
    '*)(objectClass=*',
    'wangwu\\2a',
    '\\77angwu',
    'wangwu\0',
    `uid=wangwu,ou=研发部,dc=example,dc=cn`,
  ])('finds nobody under the account %j', async (account) => {
    const { code, message } = await login(account, directoryPassword, {}, '192.0.2.7');
    expect({ code, message }).toEqual({ code: 40001, message: '账号或密码错误' });
  });

  it('signs nobody in under an account that two entries share', async () => {
    expect((await login('twice', directoryPassword, {}, '192.0.2.8')).code).toBe(40001);
    expect(said.some((line) => line.includes('more than one entry'))).toBe(true);
  });

  it.each(['away', 'forgot', 'referred', 'stranger'])(
    'that is unusable (%s) is reported as unavailable, without counting wrong passwords',
    async (method) => {
      for (let attempt = 0; attempt < 6; attempt += 1) expect(await tryIn(method, '192.0.2.9')).toEqual(unavailable);
      expect(said.some((line) => line.includes('cannot be asked') && line.includes(`"directory":"${method}"`))).toBe(true);
      expect(said.join('\n')).not.toContain(directoryPassword);
      expect((await login('wangwu', directoryPassword, {}, '192.0.2.9')).code).toBe(40305);
    },
  );

  it('has its referrals ignored: no password is sent to a host that is not configured', async () => {
    passed.length = 0;
    expect(await tryIn('referred')).toEqual(unavailable);
    expect((await login('wangwu', directoryPassword)).code).toBe(40305);
    expect(passed).toEqual([]);
  });

  it('that is stopped is reported as unavailable, and used again once it is back', async () => {
    await directory.stop();
    expect(await tryIn('corp')).toEqual(unavailable);
    await directory.start();
    expect((await login('wangwu', directoryPassword)).code).toBe(40305);
  });

  it('can be guessed at no faster than the local password, with lines in the same log', async () => {
    const session = await app.userWith({});
    await link('zhaoliu', session);
    for (let failure = 0; failure < 5; failure += 1) expect((await login('zhaoliu', 'wrong', {}, '192.0.2.10')).code).toBe(40001);
    expect(await login('zhaoliu', directoryPassword, {}, '192.0.2.10')).toMatchObject({ code: 40002 });
    const { rows } = await app.database.pool.query<{ login_message: string }>(
      "SELECT login_message FROM sys_log_login WHERE user_account = 'zhaoliu' AND login_ip = '192.0.2.10'",
    );
    expect(rows.filter(({ login_message: message }) => message === '账号或密码错误（公司目录）')).toHaveLength(5);
  });

  it('signs in nobody whose local account is disabled, and their API key stops working', async () => {
    const session = await app.userWith({ 'sys/dict': ['read'] });
    await link('wangwu', session);
    const expireTime = `${new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)} 00:00:00`;
    const key = { tokenName: '接口', sysUserId: session.userId, tokenRights: ['sys/dict:read'], expireTime };
    const made = await app.call<{ token: string }>(await app.admin(), 'POST', 'sys/token/save', key);
    const ask = () => app.call(made.data.token, 'GET', 'sys/dict/select-page');
    expect((await ask()).code).toBe(20000);
    await app.database.pool.query("UPDATE sys_user SET user_status = '停用' WHERE id = $1", [session.userId]);
    expect(await login('wangwu', directoryPassword)).toMatchObject({ code: 40002, message: '账号已被停用' });
    expect((await ask()).code).toBe(40003);
  });
});

describe.skipIf(slapd === undefined)('entries in the form of Active Directory', () => {
  const guid = Buffer.from('33221100554477668899aabbccddeeff', 'hex');
  let ad: TestDirectory;
  let office: TestApp;
  beforeAll(async () => {
    ad = await startSlapd();
    const user = (cn: string, sAMAccountName: string, userAccountControl: string, objectGUID: Buffer) => ({
      objectClass: ['user'],
      cn,
      sn: cn,
      sAMAccountName,
      userAccountControl,
      objectGUID,
      userPassword: directoryPassword,
    });
    await ad.add({
      'cn=张三': user('张三', 'zhangsan', '512', guid),
      'cn=李四': user('李四', 'lisi', '514', Buffer.alloc(16, 7)),
    });
    const values = { TYPE: 'ad', URL: ad.ldaps, BASE_DN: ad.base, BIND_DN: ad.root.dn, BIND_PASSWORD: ad.root.password, CA_FILE: ad.ca };
    office = await openTestApp({ ways: [{ id: 'ad', kind: 'LDAP', values }] });
  });
  afterAll(async () => {
    await office.drop();
    await ad.drop();
  });

  const login = (account: string) => {
    const day = dayOf(new Date());
    const form = { username: encryptField(account, day), password: encryptField(directoryPassword, day), method: 'ad' };
    return office.call(undefined, 'POST', 'login', new URLSearchParams(form));
  };

  it('are found by sAMAccountName, and linked by objectGUID in its written form', async () => {
    expect(await login('ZhangSan')).toMatchObject({ code: 40305, data: { name: '张三', label: '域账号' } });
    const { rows } = await office.database.pool.query('SELECT issuer, subject FROM sys_linked_account');
    expect(rows).toEqual([{ issuer: 'ldap:ad', subject: '00112233-4455-6677-8899-aabbccddeeff' }]);
  });

  it('do not sign in a person who is disabled there, even with the right password', async () => {
    expect((await login('lisi')).code).toBe(40001);
  });
});
