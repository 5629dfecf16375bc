import { statuses } from '@back-office/contract/status.ts';
import { openTestDatabase, type TestDatabase } from '@back-office/app/testing/server/test-database.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { deliveryStatuses } from '../webhook-delivery.ts';
import { claimDue, clearDeliveries, releaseDelivery, recordWebhookHealth, writeOutcome } from './delivery-queue.ts';

let database: TestDatabase;
beforeAll(async () => (database = await openTestDatabase()));
afterEach(() => database.pool.query('DELETE FROM sys_webhook'));
afterAll(() => database.drop());

it('ends deliveries nobody took for 76 hours, and removes those past retention; a resent one stays', async () => {
  await database.pool.query(
    `WITH webhook AS (
       INSERT INTO sys_webhook (id, webhook_name, webhook_url, webhook_status, events)
       VALUES (gen_random_uuid(), '推送', 'https://example.com', $2, '{}') RETURNING id)
     INSERT INTO sys_webhook_delivery (id, sys_webhook_id, event_name, target_id, delivery_status, create_time, update_time)
     SELECT gen_random_uuid(), webhook.id, concat(status, days), '', status, now() - make_interval(days => days), now() - make_interval(days => days)
     FROM webhook, unnest($1::text[]) status, unnest(ARRAY[1, 5, 40]) days
     UNION ALL SELECT gen_random_uuid(), webhook.id, '重新推送', '', ($1::text[])[1], now() - interval '40 days', now() FROM webhook`,
    [[deliveryStatuses.waiting, deliveryStatuses.done], statuses.enabled],
  );
  await clearDeliveries(database.db, 30, new AbortController().signal);
  const left = await database.db.selectFrom('sys_webhook_delivery').select(['eventName', 'deliveryStatus', 'failReason']).execute();
  const shown = left.map(({ eventName, deliveryStatus, failReason }) => [eventName, deliveryStatus, failReason].join(' ').trim());
  expect(shown.toSorted()).toEqual([
    '已送达1 已送达',
    '已送达5 已送达',
    '待推送1 待推送',
    '待推送5 未送达 75 小时内没有送达',
    '重新推送 待推送',
  ]);
});

it('the cleanup leaves nothing past retention, however much there is', async () => {
  await database.pool.query(
    `WITH webhook AS (
       INSERT INTO sys_webhook (id, webhook_name, webhook_url, webhook_status, events)
       VALUES (gen_random_uuid(), '推送', 'https://example.com', $2, '{}') RETURNING id)
     INSERT INTO sys_webhook_delivery (id, sys_webhook_id, event_name, target_id, delivery_status, create_time, update_time)
     SELECT gen_random_uuid(), webhook.id, '', '', status, now() - interval '40 days', now() - interval '40 days'
     FROM webhook, unnest($1::text[]) status, generate_series(1, 10001)`,
    [[deliveryStatuses.waiting, deliveryStatuses.done], statuses.enabled],
  );
  await clearDeliveries(database.db, 30, new AbortController().signal);
  expect((await database.pool.query('SELECT FROM sys_webhook_delivery')).rowCount).toBe(0);
});

describe('a claimed delivery', () => {
  const take = async () => (await claimDue(database.db, 1, new Map(), 1))[0];
  const stored = async () => {
    const { rows } = await database.pool.query('SELECT delivery_status, attempts, claim_token FROM sys_webhook_delivery');
    return rows[0] as unknown;
  };
  const make = (failures = 0, targets = ['x']) =>
    database.pool.query(
      `WITH webhook AS (
         INSERT INTO sys_webhook (id, webhook_name, webhook_url, webhook_status, events, failures)
         VALUES (gen_random_uuid(), '推送', 'https://example.com', $1, '{}', $2) RETURNING id)
       INSERT INTO sys_webhook_delivery (id, sys_webhook_id, event_name, target_id, delivery_status)
       SELECT gen_random_uuid(), id, 'sys/dict:added', target, $3 FROM webhook, unnest($4::text[]) target`,
      [statuses.enabled, failures, deliveryStatuses.waiting, targets],
    );

  it('belongs to its claimer until it is released, and then counts as not attempted', async () => {
    await make();
    const taken = (await take()) ?? expect.fail('Nothing was due');
    expect([taken.attempts, await take()]).toEqual([1, undefined]);
    await releaseDelivery(database.db, taken);
    expect(await stored()).toEqual({ delivery_status: '待推送', attempts: 0, claim_token: null });
    expect(await take()).toMatchObject({ id: taken.id, attempts: 1 });
  });

  it('is taken over by another node after a minute, and what the first node reports late is ignored', async () => {
    await make();
    const late = (await take()) ?? expect.fail('Nothing was due');
    await database.pool.query(`UPDATE sys_webhook_delivery SET claim_until = now() - interval '1 second'`);
    const taken = (await take()) ?? expect.fail('It was not taken over');
    await releaseDelivery(database.db, late);
    await writeOutcome(database.db, late, { state: 'failed', reason: '太晚', duration: 1 });
    expect(await stored()).toEqual({ delivery_status: '待推送', attempts: 2, claim_token: taken.claimToken });
    await writeOutcome(database.db, taken, { state: 'done', status: 200, duration: 1 });
    expect(await stored()).toEqual({ delivery_status: '已送达', attempts: 2, claim_token: null });
  });

  it('is sent alone to a failing receiver, and alongside others to a healthy one', async () => {
    await make(0, ['x', 'y', 'z']);
    await make(1, ['x', 'y', 'z']);
    const taken = await claimDue(database.db, 2, new Map(), 32);
    const counts = Object.values(Object.groupBy(taken, ({ webhookId }) => webhookId)).map((some) => some?.length);
    expect(new Set(counts)).toEqual(new Set([1, 2]));
  });

  it('is followed by a pause of at most a minute, however long its receiver has been failing', async () => {
    await make(1000);
    const { webhookId } = (await take()) ?? expect.fail('Nothing was due');
    await recordWebhookHealth(database.db, webhookId, false);
    const { rows } = await database.pool.query('SELECT failures, extract(epoch FROM rest_until - now())::int AS rest FROM sys_webhook');
    expect(rows).toEqual([{ failures: 1000, rest: 60 }]);
  });
});
