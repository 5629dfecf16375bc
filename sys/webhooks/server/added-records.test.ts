import type { HistoryEntry } from '@back-office/contract/calls/history.ts';
import { dayOf, encryptField } from '@back-office/server/testing/seal-values.ts';
import { openReceiver, type Receiver } from '@back-office/server/testing/open-receiver.ts';
import { runJob } from '@back-office/app/testing/server/run-job.ts';
import { Sheet, userRow } from '@back-office/app/testing/server/sheet.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

let app: TestApp;
let admin: string;
let receiver: Receiver;
beforeAll(async () => {
  app = await openTestApp({ webhookPrivate: true });
  admin = await app.admin();
  receiver = await openReceiver();
  const events = ['sys/user:added', 'sys/user:changed'];
  expect((await app.call(admin, 'POST', 'sys/webhook/save', { webhookName: '人事', webhookUrl: receiver.url, events })).code).toBe(20000);
});
beforeEach(() => void (receiver.taken.length = 0));
afterAll(async () => {
  receiver.close();
  await app.drop();
});

/** The events that the receiver is sent, with the ids of their records. */
async function sent(): Promise<string[]> {
  await runJob(app, 'send-webhooks');
  const bodies = receiver.taken.map(({ body }) => JSON.parse(body) as { type: string; data: { id: string } });
  return bodies.map(({ type, data }) => `${type} ${data.id}`).toSorted();
}

const idOf = async (account: string): Promise<string> => {
  const { rows } = await app.database.pool.query<{ id: string }>('SELECT id FROM sys_user WHERE user_account = $1', [account]);
  return rows[0]?.id ?? '';
};

it('a webhook is told that imported records were added, not changed', async () => {
  const rows = [userRow(), userRow()];
  const sheet = await Sheet.of(app, admin, 'sys/user', rows);
  expect((await sheet.save()).code).toBe(20000);
  const ids = await Promise.all(rows.map(({ userAccount }) => idOf(String(userAccount))));
  expect(await sent()).toEqual(ids.map((id) => `sys/user:added ${id}`).toSorted());
});

it('a webhook is told of a person who registers, and their history begins with it', async () => {
  const form = { userAccount: 'zhang.wei', userName: '张伟', userPhone: '13812345678', password: 'Right-Horse-88' };
  const register = () =>
    app.call(
      undefined,
      'POST',
      'register',
      new URLSearchParams(Object.entries(form).map(([name, value]) => [name, encryptField(value, dayOf(new Date()))])),
    );
  // The second time the account is taken: nobody is added.
  for (let time = 0; time < 2; time += 1) expect((await register()).code).toBe(20000);
  const id = await idOf('zhang.wei');
  expect(await sent()).toEqual([`sys/user:added ${id}`]);
  const { data } = await app.call<HistoryEntry[]>(admin, 'GET', `sys/user/select-history/${id}`);
  expect(data.map(({ optType }) => optType)).toEqual(['注册']);
});
