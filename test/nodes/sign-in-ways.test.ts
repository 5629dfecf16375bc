import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProvider, type TestProvider } from '../../engine/server/testing/start-provider.ts';
import { dayOf, encryptField } from '../../engine/server/testing/seal-values.ts';
import { slapd, startSlapd, type TestDirectory } from '../../engine/server/testing/start-slapd.ts';
import { until } from '../../engine/server/testing/until.ts';
import { Visitor } from '../../app/testing/server/visitor.ts';
import { type Cluster, startCluster, type Way } from './start-cluster.ts';

/* Events of a provider and a directory that reach one node affect people connected to the other. */
let cluster: Cluster;
let provider: TestProvider;
let directory: TestDirectory | undefined;
let admin: string;
const directoryPassword = 'Directory-1-张';
beforeAll(async () => {
  provider = await startProvider();
  directory = slapd === undefined ? undefined : await startSlapd();
  await directory?.add({ 'uid=zhangsan': person('zhangsan', '张三'), 'uid=lisi': person('lisi', '李四') });
  cluster = await startCluster({
    OIDC_CORP_ISSUER: provider.issuer,
    OIDC_CORP_CLIENT_ID: provider.client.id,
    OIDC_CORP_CLIENT_SECRET: provider.client.secret,
    OIDC_CORP_LABEL: '公司门户',
    ...(directory === undefined
      ? {}
      : {
          LDAP_AD_URL: directory.url,
          LDAP_AD_BASE_DN: directory.base,
          LDAP_AD_BIND_DN: directory.root.dn,
          LDAP_AD_BIND_PASSWORD: directory.root.password,
        }),
  });
  await provider.open(cluster.url('nginx', '/').origin);
  admin = await cluster.signIn();
}, 180_000);
afterAll(async () => {
  await cluster?.stop();
  await provider?.stop();
  await directory?.drop();
});

function person(uid: string, cn: string) {
  return { objectClass: ['inetOrgPerson'], uid, cn, sn: cn.slice(0, 1), userPassword: directoryPassword };
}

const formOf = (account: string, password: string, more: Record<string, string>): URLSearchParams => {
  const day = dayOf(new Date());
  return new URLSearchParams({ username: encryptField(account, day), password: encryptField(password, day), ...more });
};

/** Signs in by the provider, as the named subject; linked with the local account if it is not yet. */
async function comeBy(subject: string, account: string, password: string): Promise<LoginAnswer> {
  provider.person = subject;
  const office = cluster.url('nginx', '/').origin;
  const started = await cluster.call('nginx', 'GET', 'login/corp/start?redirect=/index');
  const cookie = [started.headers['set-cookie']].flat()[0]?.split(';')[0] ?? '';
  const back = await new Visitor({ provider, office }).follow(String(started.headers['location']), '/api/login/corp/callback');
  const came = await cluster.call('nginx', 'GET', back.pathname + back.search, { headers: { cookie } });
  const ticket = new URL(String(came.headers['location']), office).searchParams.get('ticket') ?? '';
  const body = new URLSearchParams({ ticket });
  const { code, data } = await cluster.call<LoginAnswer & { ticket?: string }>('nginx', 'POST', 'login/ticket', {
    body,
    headers: { cookie },
  });
  if (code !== 40305) return data;
  const linked = formOf(account, password, { link: data.ticket ?? '' });
  return (await cluster.call<LoginAnswer>('nginx', 'POST', 'login', { body: linked, headers: { cookie } })).data;
}

const save = async (resource: string, body: object): Promise<Record<string, unknown>> => {
  const { code, message, data } = await cluster.call('nginx', 'POST', `${resource}/save`, { token: admin, body });
  expect({ code, message }).toMatchObject({ code: 20000 });
  return data;
};
const ask = async (token: string, way: Way = 'nginx') => (await cluster.call(way, 'GET', 'sys/user/select-roles', { token })).code;

it.each([0, 1] as const)('a provider’s sign-out that node %i receives reaches the window at the other node', async (told) => {
  const account = `by-portal-${told}`;
  const password = 'Local-Horse-1';
  await save('sys/user', { userAccount: account, userName: '门户来的人', userPassword: password, userStatus: '正常' });
  const { credentials } = await comeBy(`subject-${told}`, account, password);
  const window = await cluster.openLive(told === 0 ? 1 : 0, credentials.accessToken);
  const others = await cluster.openLive(told === 0 ? 1 : 0, admin);
  const claims = { iss: provider.issuer, aud: provider.client.id, sub: `subject-${told}`, iat: Math.floor(Date.now() / 1000) };
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const token = await provider.sign({ ...claims, jti: crypto.randomUUID(), events });
  const body = new URLSearchParams({ logout_token: token });
  expect((await cluster.call(told, 'POST', 'login/corp/backchannel-logout', { body })).code).toBe(20000);
  expect((await window.frame(65)).message).toBe('您已在公司门户退出登录');
  expect((await window.end()).code).toBe(4001);
  // The same token is not accepted by the other node.
  expect((await cluster.call(told === 0 ? 1 : 0, 'POST', 'login/corp/backchannel-logout', { body })).code).toBe(40010);
  expect(await ask(credentials.accessToken, told)).toBe(41003);
  expect(others.closed).toBeUndefined();
  expect(await ask(admin)).toBe(20000);
  others.socket.close();
});

describe.skipIf(slapd === undefined)('a directory', () => {
  it('adds nobody twice when both nodes synchronise at once, and signs a removed person out at both', async () => {
    const { id: sysOrgId } = await save('sys/org', { orgName: '总部', orgCode: 'head' });
    const row = { directoryName: '公司目录', loginMethod: 'ad', sysOrgId, directoryStatus: '停用' };
    const { id } = await save('sys/directory', row);
    const run = (way: Way) => cluster.call(way, 'POST', `sys/directory/run/${String(id)}`, { token: admin, body: {} });
    const stateOf = async () => (await cluster.call('nginx', 'GET', `sys/directory/select/${String(id)}`, { token: admin })).data;
    const done = (words: string) => until(async () => JSON.stringify(await stateOf()).includes(words));
    // A run requested while another waits or runs joins that one.
    const open = "SELECT FROM sys_job WHERE kind = 'sync-directory' AND state IN ('waiting', 'running')";
    const idle = () => until(async () => (await cluster.pool.query(open)).rowCount === 0);
    expect((await Promise.all([run(0), run(1)])).map(({ code }) => code)).toEqual([20000, 20000]);
    await until(async () => (await cluster.pool.query("SELECT FROM sys_user WHERE user_account = 'lisi'")).rowCount === 1);
    await idle();
    const { rows } = await cluster.pool.query<{ target: string }>(
      "SELECT opt_target AS target FROM sys_log_opt WHERE opt_module = '用户' AND opt_type = '新增' AND opt_target IN ('张三', '李四')",
    );
    expect(rows.map(({ target }) => target).toSorted()).toEqual(['张三', '李四'].toSorted());

    const signedIn = await cluster.call<LoginAnswer>(0, 'POST', 'login', { body: formOf('zhangsan', directoryPassword, { method: 'ad' }) });
    expect(signedIn.code).toBe(20000);
    const windows = await Promise.all([0, 1].map((way) => cluster.openLive(way as 0 | 1, signedIn.data.credentials.accessToken)));
    await directory?.change((client) => client.del(`uid=zhangsan,${directory?.base ?? ''}`));
    expect((await run(1)).code).toBe(20000);
    for (const window of windows) expect((await window.frame(65, 60_000)).message).toBe('账号已被停用');
    await done('停用 1 人');
    await idle();
    expect((await cluster.call(1, 'POST', 'login', { body: formOf('zhangsan', directoryPassword, { method: 'ad' }) })).code).toBe(40001);
  });
});
