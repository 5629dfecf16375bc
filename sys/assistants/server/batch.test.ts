import { randomUUID } from 'node:crypto';
import { openTestApp, type TestApp, userPassword } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

/* The calls within a batch count towards the key's limit as if each was sent alone. */
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ keyCallsPerMinute: 5, assistants: true });
});
afterAll(() => app.drop());

async function newKey(): Promise<string> {
  const { token } = await app.userWith({ 'sys/dict': ['read', 'add'] });
  const { data } = await app.call(token, 'POST', 'sys/token/save-own', {
    tokenName: '助手',
    tokenRights: ['sys/dict:read', 'sys/dict:add'],
    expireTime: new Date(Date.now() + 86_400_000).toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' }),
    password: userPassword,
  });
  return String(data['token']);
}

const tools: Record<string, (at: number) => object> = {
  describe: () => ({}),
  find: () => ({ resource: 'sys/dict', limit: 1 }),
  propose: (at) => ({ resource: 'sys/dict', values: { dictLabel: '甲', dictValue: `a-${at}` }, reason: '试' }),
};

/** The answer to a batch of calls of one tool. */
async function send(name: string, size: number, headers: Record<string, string>): Promise<string> {
  const calls = Array.from({ length: size }, (_, id) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name, arguments: tools[name]?.(id) ?? {} },
  }));
  const { body } = await app.server.inject({
    method: 'POST',
    url: '/api/mcp',
    headers: { ...headers, accept: 'application/json, text/event-stream' },
    payload: calls,
  });
  return body;
}

/** The number of answered calls in such a batch, and the messages of the refused ones. */
async function batch(name: string, size: number): Promise<{ answered: number; refused: Set<string> }> {
  const body = await send(name, size, { authorization: `Bearer ${await newKey()}` });
  const refused = new Set(body.match(/接口密钥每分钟最多调用 \d+ 次/g));
  return { answered: body.split('以下 data').length - 1, refused };
}

it.each(Object.keys(tools))('each call of the tool %s in a batch counts towards the key’s rate limit', async (name) => {
  const { answered, refused } = await batch(name, 50);
  expect(answered).toBeGreaterThan(0);
  // A new minute may start in the middle.
  expect(answered).toBeLessThanOrEqual(10);
  expect([...refused]).toEqual(['接口密钥每分钟最多调用 5 次']);
});

it('each proposal of a batch with an Idempotency-Key is stored, and once if the batch is repeated', async () => {
  const headers = { authorization: `Bearer ${await newKey()}`, 'idempotency-key': randomUUID() };
  const ids = async () => (await send('propose', 2, headers)).match(/(?<=proposal\W+)[0-9a-f-]{36}/g)?.toSorted();
  const proposals = await ids();
  expect(new Set(proposals).size).toBe(2);
  expect(await ids()).toEqual(proposals);
  const stored = await app.database.pool.query('SELECT FROM sys_proposal WHERE id = ANY($1::uuid[])', [proposals]);
  expect(stored.rowCount).toBe(2);
});
