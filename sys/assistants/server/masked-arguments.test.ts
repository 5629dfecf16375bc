import type { AddressInfo } from 'node:net';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { openTestApp, type TestApp, userPassword } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

let app: TestApp;
let address: string;
beforeAll(async () => {
  app = await openTestApp({ keyCallsPerMinute: 0, assistants: true });
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  address = `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}/api/mcp`;
});
afterAll(() => app.drop());

/** A person with these rights, and a key that has all of them. */
async function personWith(rights: Readonly<Record<string, string[]>>): Promise<{ userId: string; key: string }> {
  const { userId, token } = await app.userWith(rights);
  const inAWeek = new Date(Date.now() + 7 * 86_400_000).toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' });
  const tokenRights = Object.entries(rights).flatMap(([resource, words]) => words.map((word) => `${resource}:${word}`));
  const { data, message } = await app.call<{ token?: string }>(token, 'POST', 'sys/token/save-own', {
    tokenName: '写作助手',
    tokenRights,
    expireTime: inAWeek,
    password: userPassword,
  });
  return { userId, key: data.token ?? expect.fail(message) };
}

async function connect(key: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers: { authorization: `Bearer ${key}` } } }),
  );
  return client;
}

const use = (client: Client, name: string, given: object) => client.callTool({ name, arguments: { ...given } });

it('the server writes no value to the operation log that the log masks, whatever an assistant searches for', async () => {
  const person = await personWith({ 'sys/user': ['read'], 'sys/dict': ['read'] });
  const client = await connect(person.key);
  const phone = '13800001234';
  const [equals, contains] = [[{ field: 'userPhone', value: phone }], [{ field: 'userPhone', value: '0001234' }]];
  const named = [{ field: 'userName', value: '张伟' }];
  await use(client, 'find', { resource: 'sys/user', equals, contains: [...contains, ...named], sort: 'userPhone:asc' });
  await use(client, 'find', { resource: 'sys/user', search: phone, from: equals, to: equals });
  await use(client, 'figures', { resource: 'sys/user', groups: [{ equals }, { contains }, { search: phone }, { equals: named }] });
  for (const field of ['phone', 'constructor']) await use(client, 'find', { resource: 'sys/user', equals: [{ field, value: phone }] });
  await use(client, 'find', { resource: 'sys/users', equals, search: phone });
  await use(client, 'find', { resource: 'sys/dict', search: '机构类型' });
  await client.close();
  const { rows } = await app.database.pool.query<{ query: string }>(
    `SELECT request_params::jsonb ->> 'query' AS query FROM sys_log_opt WHERE create_user = $1 AND opt_type = '助手' ORDER BY opt_time, id`,
    [person.userId],
  );
  const queries = rows.map(({ query }) => decodeURIComponent(decodeURIComponent(query)));
  expect(queries.join('\n')).not.toMatch(/0001234/);
  expect(queries).toEqual([
    'like=userPhone:***&like=userName:张伟&eq=userPhone:***&sort=userPhone:asc&index=0&limit=20',
    'search=***&ge=userPhone:***&le=userPhone:***&index=0&limit=20',
    'of=eq=userPhone:***&of=like=userPhone:***&of=search=***&of=eq=userName:张伟',
    'eq=phone:***&index=0&limit=20',
    'eq=constructor:***&index=0&limit=20',
    'search=***&eq=userPhone:***&index=0&limit=20',
    'search=机构类型&index=0&limit=20',
  ]);
});
