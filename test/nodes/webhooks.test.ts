import { afterAll, beforeAll, expect, it } from 'vitest';
import { openReceiver, type Receiver } from '../../engine/server/testing/open-receiver.ts';
import { until } from '../../engine/server/testing/until.ts';
import { type Cluster, startCluster } from './start-cluster.ts';

/* Two nodes notify a receiver of changes, and continue correctly after one of them is killed. */
let cluster: Cluster;
let receiver: Receiver;
let admin: string;
beforeAll(async () => {
  receiver = await openReceiver();
  cluster = await startCluster({ WEBHOOK_PRIVATE: 'on' });
  admin = await cluster.signIn();
  const body = { webhookName: '同步', webhookUrl: receiver.url, events: ['sys/dict:added', 'sys/dict:changed'] };
  expect(await cluster.call(0, 'POST', 'sys/webhook/save', { token: admin, body })).toMatchObject({ code: 20000 });
}, 180_000);
afterAll(async () => {
  await cluster?.stop();
  receiver.close();
});

interface Entry {
  id: string;
  version: number;
}
const save = async (way: 0 | 1, body: object): Promise<Entry> => {
  const { code, data } = await cluster.call<Entry>(way, 'POST', 'sys/dict/save', { token: admin, body });
  expect(code).toBe(20000);
  return data;
};
const told = () =>
  receiver.taken.map(({ headers, body }) => {
    const { type, data } = JSON.parse(body) as { type: string; data: { id: string } };
    return { key: String(headers['webhook-id']), type, id: data.id };
  });
const waiting = async () => (await cluster.pool.query(`SELECT FROM sys_webhook_delivery WHERE delivery_status <> '已送达'`)).rowCount;

it('nodes deliver each change once, and the changes of one record in order', { timeout: 120_000 }, async () => {
  // A slow receiver: no further change of a record is sent before the answer.
  const open = new Set<string>();
  const early: string[] = [];
  receiver.answer = (_request, response) => {
    const id = told().at(-1)?.id ?? '';
    if (open.has(id)) early.push(id);
    open.add(id);
    setTimeout(() => {
      open.delete(id);
      response.writeHead(204).end();
    }, 20);
  };
  const entries = await Promise.all(
    Array.from({ length: 3 }, async (_, at) => {
      const ways = [at % 2, (at + 1) % 2] as (0 | 1)[];
      let entry = await save(ways[0] ?? 0, { dictLabel: '零', dictValue: `nodes-${at}` });
      for (const [place, dictLabel] of '一二三四五六七八九'.split('').entries())
        entry = await save(ways[place % 2] ?? 0, { id: entry.id, version: entry.version, dictLabel });
      return entry.id;
    }),
  );
  await until(async () => (await waiting()) === 0);
  expect(early).toEqual([]);
  expect(new Set(told().map(({ key }) => key)).size).toBe(receiver.taken.length);
  for (const id of entries)
    expect(told().flatMap((one) => (one.id === id ? [one.type] : []))).toEqual([
      'sys/dict:added',
      ...Array.from({ length: 9 }, () => 'sys/dict:changed'),
    ]);
});

it('nodes lose no delivery when both are killed between a change and its delivery', { timeout: 180_000 }, async () => {
  receiver.taken.length = 0;
  // The requests being sent hang, and the rest has not begun: so the nodes are killed in the middle of it.
  receiver.answer = () => undefined;
  const ids: string[] = [];
  for (let at = 0; at < 12; at += 1) ids.push((await save((at % 2) as 0 | 1, { dictLabel: '零', dictValue: `killed-${at}` })).id);
  await until(() => receiver.taken.length > 0);
  await Promise.all(cluster.nodes.map((node) => node.end('SIGKILL')));
  const attempted = new Set(told().map(({ key }) => key));
  expect(attempted.size).toBeLessThan(12);
  expect(await waiting()).toBe(12);
  receiver.taken.length = 0;
  receiver.answer = undefined;
  // The leases of a dead node expire after a minute, and so does its job: here the minute is skipped.
  await cluster.pool.query('UPDATE sys_webhook_delivery SET claim_until = now() WHERE claim_until > now()');
  await cluster.pool.query('UPDATE sys_job SET lease_until = now() WHERE lease_until > now()');
  await cluster.startAgain(1);
  await until(async () => (await waiting()) === 0);
  expect(new Set(told().map(({ id }) => id))).toEqual(new Set(ids));
  // Sent again under the same id if an attempt had begun, so that the receiver recognises it; and nothing twice since.
  expect(told()).toHaveLength(12);
  expect([...attempted].every((key) => told().some((one) => one.key === key))).toBe(true);
});
