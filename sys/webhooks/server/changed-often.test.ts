import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { openReceiver, type Receiver } from '@back-office/server/testing/open-receiver.ts';
import { runJob } from '@back-office/app/testing/server/run-job.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { claimDue } from './delivery-queue.ts';

const hasOneConnection = inject('testTemplate').kind === 'embedded';
let app: TestApp;
let admin: string;
let receiver: Receiver;
let dict: AnyRow;
beforeAll(async () => {
  app = await openTestApp({ webhookPrivate: true });
  admin = await app.admin();
  receiver = await openReceiver();
  dict = (await app.call(admin, 'POST', 'sys/dict/save', { dictLabel: '常改', dictValue: 'changed-often' })).data;
});
beforeEach(async () => {
  const values = { webhookName: '同步', webhookUrl: receiver.url, events: ['sys/dict:changed', 'sys/dict:deleted'] };
  expect((await app.call(admin, 'POST', 'sys/webhook/save', values)).code).toBe(20000);
});
afterEach(() => app.database.pool.query('DELETE FROM sys_webhook'));
afterAll(async () => {
  receiver.close();
  await app.drop();
});

const sql = (text: string) => app.database.pool.query<Record<string, unknown>>(text);
let saves = 0;
const change = async (): Promise<void> => {
  saves += 1;
  const answer = await app.call(admin, 'POST', 'sys/dict/save', { id: dict.id, version: dict.version, dictLabel: `常改${saves}` });
  expect(answer.code).toBe(20000);
  dict = answer.data;
};
const attempts = async () => (await sql('SELECT attempts FROM sys_webhook_delivery ORDER BY place')).rows.map((row) => row['attempts']);
const fail = () => sql('UPDATE sys_webhook SET failures = 1');
const claim = () => claimDue(app.database.db, 4, new Map(), 32);

describe('a change of a record of which an earlier change waits', () => {
  it('is told on its own as long as attempts succeed: a receiver that is only slow misses no change', async () => {
    for (let at = 0; at < 3; at += 1) await change();
    expect(await attempts()).toEqual([0, 0, 0]);
  });

  it('is told together with it if attempts fail and it was not attempted: the queue does not grow with each save', async () => {
    receiver.answer = (_request, response) => response.writeHead(503).end();
    await change();
    await runJob(app, 'send-webhooks');
    for (let at = 0; at < 20; at += 1) await change();
    expect(await attempts()).toEqual([1, 0]);
    receiver.answer = (_request, response) => response.writeHead(200).end();
    await sql('UPDATE sys_webhook SET rest_until = now()');
    await sql('UPDATE sys_webhook_delivery SET next_time = now()');
    receiver.taken.length = 0;
    for (let run = 0; run < 2; run += 1) await runJob(app, 'send-webhooks');
    expect(receiver.taken).toHaveLength(2);
  });

  it('is told on its own if that was an hour ago, and so is given up no earlier than an hour before its time', async () => {
    await fail();
    await change();
    await sql(`UPDATE sys_webhook_delivery SET place = place - interval '1 hour'`);
    await change();
    expect(await attempts()).toEqual([0, 0]);
  });

  it('is told on its own if that is being sent: the receiver may have read the record before', async () => {
    await fail();
    await change();
    expect(await claim()).toHaveLength(1);
    await change();
    expect(await attempts()).toEqual([1, 0]);
  });

  it.skipIf(hasOneConnection)('is told after its transaction: until then the earlier one is not sent either', async () => {
    await fail();
    await change();
    const other = await app.database.pool.connect();
    try {
      await other.query('BEGIN');
      await other.query(
        `INSERT INTO sys_log_opt (id, opt_type, opt_status, target_resource, target_id) VALUES (gen_random_uuid(), '修改', '成功', 'sys/dict', $1)`,
        [dict.id],
      );
      expect(await claim()).toEqual([]);
      await other.query('COMMIT');
    } finally {
      other.release();
    }
    expect([(await claim()).length, await attempts()]).toEqual([1, [1]]);
  });

  it.skipIf(hasOneConnection)('is told on its own if that is just being claimed', async () => {
    await fail();
    await change();
    const other = await app.database.pool.connect();
    try {
      await other.query('BEGIN');
      await other.query('UPDATE sys_webhook_delivery SET attempts = 1');
      await change();
      await other.query('COMMIT');
    } finally {
      other.release();
    }
    expect(await attempts()).toEqual([1, 0]);
  });
});
