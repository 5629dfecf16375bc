import { statuses } from '@back-office/contract/status.ts';
import { openTestDatabase, type TestDatabase } from '@back-office/server/testing/test-database.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deliveryStatuses } from '../webhook-delivery.ts';
import { clearDeliveries } from './delivery-queue.ts';

let database: TestDatabase;
beforeAll(async () => (database = await openTestDatabase()));
afterAll(() => database.drop());

it('ends what nobody took for 76 hours, and removes what has been over for so many days', async () => {
  await database.pool.query(
    `WITH webhook AS (
       INSERT INTO sys_webhook (id, webhook_name, webhook_url, webhook_status, events)
       VALUES (gen_random_uuid(), '推送', 'https://example.com', $2, '{}') RETURNING id)
     INSERT INTO sys_webhook_delivery (id, sys_webhook_id, event_name, target_id, delivery_status, create_time, update_time)
     SELECT gen_random_uuid(), webhook.id, concat(status, days), '', status, now() - make_interval(days => days), now() - make_interval(days => days)
     FROM webhook, unnest($1::text[]) status, unnest(ARRAY[1, 5, 40]) days`,
    [[deliveryStatuses.waiting, deliveryStatuses.done], statuses.enabled],
  );
  await clearDeliveries(database.db, 30);
  const left = await database.db.selectFrom('sys_webhook_delivery').select(['eventName', 'deliveryStatus', 'failReason']).execute();
  const shown = left.map(({ eventName, deliveryStatus, failReason }) => [eventName, deliveryStatus, failReason].join(' ').trim());
  expect(shown.toSorted()).toEqual(['已送达1 已送达', '已送达5 已送达', '待推送1 待推送', '待推送5 未送达 75 小时内没有送达']);
});
