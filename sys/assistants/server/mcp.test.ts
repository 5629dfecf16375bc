import type { AddressInfo } from 'node:net';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { runJob } from '@back-office/app/testing/server/run-job.ts';
import { openTestApp, type TestApp, userPassword } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maxProposals, type Proposal } from '../proposal.ts';

let app: TestApp;
let admin: string;
let address: string;
beforeAll(async () => {
  app = await openTestApp({ keyCallsPerMinute: 0, assistants: true });
  admin = await app.admin();
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  address = `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}/api/mcp`;
});
afterAll(() => app.drop());

interface Person {
  userId: string;
  token: string;
  key: string;
}

/** A person with these rights, and a key that has all of them. */
async function personWith(rights: Readonly<Record<string, string[]>>): Promise<Person> {
  const { userId, token } = await app.userWith(rights);
  const inAWeek = new Date(Date.now() + 7 * 86_400_000).toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' });
  const tokenRights = Object.entries(rights).flatMap(([resource, words]) => words.map((word) => `${resource}:${word}`));
  const { data, message } = await app.call<{ token?: string }>(token, 'POST', 'sys/token/save-own', {
    tokenName: '写作助手',
    tokenRights,
    expireTime: inAWeek,
    password: userPassword,
  });
  return { userId, token, key: data.token ?? expect.fail(message) };
}

async function connect(key: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers: { authorization: `Bearer ${key}` } } }),
  );
  return client;
}

/** The result of a tool: its data, or the message of its refusal. */
async function use(client: Client, name: string, given: object): Promise<{ data?: unknown; refused?: string }> {
  const { content, isError } = await client.callTool({ name, arguments: { ...given } });
  const text = content[0]?.type === 'text' ? content[0].text : '';
  return isError === true ? { refused: text } : { data: (JSON.parse(text) as { data: unknown }).data };
}

const proposalsOf = async ({ token }: Person) => (await app.call<Proposal[]>(token, 'GET', 'sys/proposal/select-own')).data;

describe('access', () => {
  const version = '2026-07-28';
  const ask = (authorization: string | undefined, body: { method: string; params?: object } = { method: 'tools/list' }, headers = {}) =>
    fetch(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(authorization === undefined ? {} : { authorization }),
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }),
    });

  it('requires an API key: no key, a wrong key and a session are refused with an HTTP status', async () => {
    const statuses = await Promise.all([undefined, `Bearer bo_${'a'.repeat(51)}`, admin].map(async (token) => (await ask(token)).status));
    expect(statuses).toEqual([401, 401, 403]);
  });

  it('is off until it is switched on, and holds no stream open', async () => {
    const { key } = await personWith({ 'sys/dict': ['read'] });
    const _meta = { 'io.modelcontextprotocol/protocolVersion': version, 'io.modelcontextprotocol/clientCapabilities': {} };
    const listen = { method: 'subscriptions/listen', params: { _meta, notifications: { toolsListChanged: true } } };
    const said = await ask(`Bearer ${key}`, listen, { 'mcp-protocol-version': version, 'mcp-method': listen.method });
    expect(await said.text()).toContain('Subscription limit reached');
    expect((await fetch(address, { headers: { authorization: `Bearer ${key}` } })).headers.get('content-type')).not.toMatch(/event-stream/);
    const closed = await openTestApp({ database: app.database });
    expect(await closed.call(key, 'POST', 'mcp', {})).toMatchObject({ status: 404, code: 40400 });
    await closed.server.close();
  });
});

describe('reading', () => {
  it('shows only what the key may read, by permissions and data scope', async () => {
    const person = await personWith({ 'sys/dict': ['read'], 'sys/user': ['read'] });
    const client = await connect(person.key);
    const tools = await client.listTools();
    expect(tools.tools.map(({ name }) => name)).toEqual(['describe', 'find', 'read', 'figures', 'propose']);
    const { data } = await use(client, 'describe', {});
    expect(data).toEqual([
      { resource: 'sys/user', title: '用户', permissions: ['read'] },
      { resource: 'sys/dict', title: '字典', permissions: ['read'] },
    ]);
    expect((await use(client, 'find', { resource: 'sys/org' })).refused).toMatch('无权查看');
    expect((await use(client, 'find', { resource: 'sys/../sys/org' })).refused).toMatch('无权查看');
    const mine = await app.call<{ total: number }>(person.token, 'GET', 'sys/user/select-page');
    expect((await use(client, 'find', { resource: 'sys/user' })).data).toMatchObject({ total: mine.data.total });
    await client.close();
  });

  it('finds, reads and counts as the list does', async () => {
    const client = await connect((await personWith({ 'sys/dict': ['read'] })).key);
    const found = await use(client, 'find', { resource: 'sys/dict', equals: [{ field: 'dictValue', value: 'org_type' }], limit: 5 });
    const { items } = found.data as { items: { id: string; dictValue: string }[] };
    expect(items.map(({ dictValue }) => dictValue)).toEqual(['org_type']);
    expect((await use(client, 'read', { resource: 'sys/dict', id: items[0]?.id })).data).toMatchObject({ dictValue: 'org_type' });
    const groups = [{ equals: [{ field: 'dictValue', value: 'org_type' }] }, { contains: [{ field: 'dictLabel', value: '没有这样的词' }] }];
    expect((await use(client, 'figures', { resource: 'sys/dict', groups })).data).toEqual({ counts: [1, 0] });
    await client.close();
  });

  it('never shows secrets, and ends when the key owner’s account is disabled', async () => {
    const person = await personWith({ 'sys/user': ['read'] });
    const client = await connect(person.key);
    const seen = JSON.stringify([
      await use(client, 'describe', { resource: 'sys/user' }),
      await use(client, 'find', { resource: 'sys/user' }),
    ]);
    expect(seen).not.toMatch(/userPassword|scrypt/);
    await app.database.pool.query(`UPDATE sys_user SET user_status = '停用' WHERE id = $1`, [person.userId]);
    await expect(use(client, 'find', { resource: 'sys/user' })).rejects.toThrow();
    await client.close();
  });
});

describe('proposing', () => {
  it('changes nothing: a proposal waits for the key’s owner alone', async () => {
    const person = await personWith({ 'sys/dict': ['read', 'add', 'edit'] });
    const other = await personWith({ 'sys/dict': ['read', 'add', 'edit'] });
    const client = await connect(person.key);
    const { data } = await use(client, 'find', { resource: 'sys/dict', equals: [{ field: 'dictValue', value: 'org_type' }] });
    const [row] = (data as { items: { id: string; version: number }[] }).items;
    const wish = { resource: 'sys/dict', id: row?.id, values: { dictLabel: '机构类型（修订）' }, reason: '与人事制度一致' };
    expect((await use(client, 'propose', wish)).data).toMatchObject({ saved: false });
    expect((await use(client, 'read', { resource: 'sys/dict', id: row?.id })).data).toMatchObject({ version: row?.version });
    const [proposal] = await proposalsOf(person);
    expect(proposal).toMatchObject({
      tokenName: '写作助手',
      targetId: row?.id,
      targetVersion: row?.version,
      proposed: { dictLabel: '机构类型（修订）' },
      openTime: null,
    });
    expect(await proposalsOf(other)).toEqual([]);
    const id = proposal?.id ?? '';
    for (const call of [`open-own/${id}`, 'open-own/x'] as const)
      expect((await app.call(other.token, 'POST', `sys/proposal/${call}`)).code).toBe(40400);
    expect((await app.call(other.token, 'DELETE', `sys/proposal/delete-own/${id}`)).code).toBe(40400);
    expect((await app.call(person.key, 'GET', 'sys/proposal/select-own')).code).toBe(40300);
    expect((await app.call(person.token, 'POST', `sys/proposal/open-own/${id}`)).code).toBe(20000);
    expect((await proposalsOf(person))[0]?.openTime).not.toBeNull();
    expect((await app.call(person.token, 'DELETE', `sys/proposal/delete-own/${id}`)).code).toBe(20000);
    expect(await proposalsOf(person)).toEqual([]);
    await client.close();
  });

  it.each([
    ['a right that the key lacks', { resource: 'sys/org', values: { orgName: '甲' } }, '40300'],
    ['a field that is not in the form', { resource: 'sys/dict', values: { version: 7 } }, '不能建议修改 version'],
    ['a secret', { resource: 'sys/user', values: { userAccount: 'a', userPassword: 'Given-1-by-2' } }, '不能建议修改 userPassword'],
    ['a value that no save would take', { resource: 'sys/dict', values: { dictLabel: '', dictValue: '' } }, '40000'],
    ['nothing', { resource: 'sys/dict', values: {} }, '没有建议'],
    ['a record that is gone', { resource: 'sys/dict', id: '01900000-0000-7000-8000-000000000000', values: { dictLabel: '甲' } }, '40400'],
    ['what is no resource', { resource: 'constructor', values: { a: 1 } }, '没有可以修改'],
  ])('refuses %s with a message', async (_what, wish, words) => {
    const person = await personWith({ 'sys/dict': ['read', 'add', 'edit'], 'sys/user': ['add'] });
    const client = await connect(person.key);
    expect((await use(client, 'propose', { reason: '试', ...wish })).refused).toContain(words);
    expect(await proposalsOf(person)).toEqual([]);
    await client.close();
  });

  it('leaves no more proposals than somebody can review, however many arrive at once', async () => {
    const person = await personWith({ 'sys/dict': ['read', 'add'] });
    await app.database.pool.query(
      `INSERT INTO sys_proposal (id, sys_user_id, token_name, target_resource, proposed, reason)
       SELECT gen_random_uuid(), $1, '', 'sys/dict', '{}', '' FROM generate_series(1, $2)`,
      [person.userId, maxProposals - 1],
    );
    const client = await connect(person.key);
    const wish = (at: number) => ({ resource: 'sys/dict', values: { dictLabel: `甲${at}`, dictValue: `a-${at}` }, reason: '试' });
    const answers = await Promise.all([1, 2, 3].map((at) => use(client, 'propose', wish(at))));
    expect(answers.filter(({ refused }) => refused === undefined)).toHaveLength(1);
    expect(await proposalsOf(person)).toHaveLength(maxProposals);
    await client.close();
  });
});

it('the server writes every call to the operation log, with the key and without the proposed values', async () => {
  const person = await personWith({ 'sys/dict': ['read', 'add'] });
  const client = await connect(person.key);
  await use(client, 'describe', {});
  await use(client, 'find', { resource: 'sys/dict', search: '机构类型' });
  await use(client, 'find', { resource: 'sys/org' });
  await use(client, 'propose', { resource: 'sys/dict', values: { dictLabel: '甲', dictValue: 'only-proposed' }, reason: '试' });
  await client.close();
  const { rows } = await app.database.pool.query<{ target: string; status: string; params: string; key: string }>(
    `SELECT opt_target AS target, opt_status AS status, request_params::text AS params, token_name AS key FROM sys_log_opt
     WHERE create_user = $1 AND opt_type = '助手' ORDER BY opt_time, id`,
    [person.userId],
  );
  expect(rows.map(({ target, status, key }) => [target, status, key])).toEqual([
    ['describe', '成功', '写作助手'],
    ['find', '成功', '写作助手'],
    ['find', '失败', '写作助手'],
    ['propose', '成功', '写作助手'],
  ]);
  expect(rows[3]?.params).toContain('dictValue');
  expect(rows[3]?.params).not.toContain('only-proposed');
});

it('the server refuses conditions longer than a URL may be, and logs arguments only up to a log line’s size', async () => {
  const person = await personWith({ 'sys/dict': ['read', 'add'] });
  const client = await connect(person.key);
  const groups = Array.from({ length: 31 }, () => ({
    equals: Array.from({ length: 50 }, () => ({ field: 'dictLabel', value: '甲'.repeat(400) })),
  }));
  expect((await use(client, 'figures', { resource: 'sys/dict', groups: groups.slice(0, 1) })).refused).toContain('条件太长');
  const values = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`field-${'x'.repeat(80)}-${at}`, at]));
  expect((await use(client, 'propose', { resource: 'sys/dict', values, reason: '试' })).refused).toBeDefined();
  await client.close();
  const { rows } = await app.database.pool.query<{ longest: number }>(
    `SELECT max(length(request_params::text)) AS longest FROM sys_log_opt WHERE create_user = $1`,
    [person.userId],
  );
  expect(rows[0]?.longest).toBeLessThan(2500);
});

it('proposals are listed newest first, keep when they were first opened, and are deleted after a month', async () => {
  const { userId, token, key } = await personWith({ 'sys/dict': ['read'] });
  const { rows } = await app.database.pool.query<{ id: string }>(
    `INSERT INTO sys_proposal (id, sys_user_id, token_name, target_resource, proposed, reason, create_time, open_time)
     SELECT gen_random_uuid(), $1, '助手', 'sys/dict', '{}', '', now() - make_interval(days => d), CASE d WHEN 1 THEN timestamptz '2026-01-02 03:04:05+08' END
     FROM unnest(ARRAY[29, 31, 1]) d RETURNING id`,
    [userId],
  );
  const [older, old, newest] = rows.map(({ id }) => id);
  await app.call(token, 'POST', `sys/proposal/open-own/${newest}`);
  const listed = await proposalsOf({ userId, token, key });
  expect(listed.map(({ id }) => id)).toEqual([newest, older, old]);
  expect(listed.map(({ openTime }) => openTime)).toEqual(['2026-01-02 03:04:05', null, null]);
  await runJob(app, 'clear-proposals');
  expect((await proposalsOf({ userId, token, key })).map(({ id }) => id)).toEqual([newest, older]);
});
