import type { ServerResponse } from 'node:http';
import { runJob } from '@back-office/app/testing/server/run-job.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { openReceiver, type Receiver } from '@back-office/server/testing/open-receiver.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

let app: TestApp;
let admin: string;
let receiver: Receiver;
beforeAll(async () => {
  app = await openTestApp({ webhookPrivate: true });
  admin = await app.admin();
  receiver = await openReceiver();
});
afterAll(async () => {
  receiver.close();
  await app.drop();
});

const hook = async (name: string): Promise<string> => {
  const values = { webhookName: name, webhookUrl: `${receiver.url}/${name}`, events: ['sys/dict:added'] };
  return String((await app.call(admin, 'POST', 'sys/webhook/save', values)).data['id']);
};
const queue = (hookId: string, most: number) =>
  app.database.pool.query(
    `INSERT INTO sys_webhook_delivery (id, sys_webhook_id, event_name, target_id)
     SELECT gen_random_uuid(), $1, 'sys/dict:added', id FROM sys_dict ORDER BY id LIMIT $2`,
    [hookId, most],
  );

it('a webhook is sent what is due while any number of others, with much more due, wait for slow receivers', async () => {
  for (let at = 0; at < 8; at += 1) await queue(await hook(`slow${at}`), 200);
  await queue(await hook('quick'), 1);
  const held: ServerResponse[] = [];
  const paths: string[] = [];
  receiver.answer = ({ url = '' }, response) => {
    paths.push(url);
    if (url.endsWith('/quick')) response.writeHead(204).end();
    else held.push(response);
  };
  const sending = runJob(app, 'send-webhooks');
  // All slots are taken: whoever is next takes the place of one who has been answered.
  await expect.poll(() => paths.length).toBeGreaterThanOrEqual(32);
  const firsts = paths.slice(0, 32);
  expect(firsts.filter((path) => path.endsWith('/quick'))).toHaveLength(1);
  await queue(await hook('late'), 1);
  held.shift()?.writeHead(204).end();
  held.shift()?.writeHead(204).end();
  await expect.poll(() => paths.filter((path) => path.endsWith('/late'))).toHaveLength(1);
  await app.database.pool.query("UPDATE sys_webhook SET webhook_status = '停用'");
  receiver.answer = (_request, response) => response.writeHead(204).end();
  for (const response of held) response.writeHead(204).end();
  await sending;
});
