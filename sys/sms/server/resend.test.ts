import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openSmsApp, type SmsApp } from '@back-office/server/testing/open-sms-app.ts';

const [first, second, third] = ['13812340001', '13812340002', '13812340003'] as const;

let messages: SmsApp;

beforeAll(async () => {
  messages = await openSmsApp({ perNumber: 3, perUser: 12 });
});
afterEach(() => messages.clear());
afterAll(() => messages.drop());

const resend = (rows: readonly AnyRow[]) =>
  messages.app.call(messages.admin, 'POST', `sys/sms/resend/${rows.map(({ id }) => id).join(',')}`);

/** Messages that the provider refuses. */
async function fail(...phones: string[]): Promise<AnyRow[]> {
  for (const phone of phones) await messages.save(phone);
  messages.standIn.next.push(...phones.map(() => ({ Code: 'isv.AMOUNT_NOT_ENOUGH', Message: '余额不足', RequestId: 'R' })));
  await messages.run();
  return (await messages.rows()).filter(({ smsStatus }) => smsStatus === '发送失败');
}

it('messages that failed go out together, once each', async () => {
  const failed = await fail(first, second, third);
  expect(failed).toHaveLength(3);
  expect((await resend(failed)).data).toEqual({ queued: 3 });
  expect((await messages.rows()).map(({ smsStatus, failReason, sendTime }) => [smsStatus, failReason, sendTime])).toEqual(
    failed.map(() => ['待发送', null, null]),
  );
  await messages.run();
  expect(messages.standIn.taken.map(({ phone }) => phone).toSorted()).toEqual([first, second, third]);
  expect(await messages.statuses()).toEqual(['发送成功', '发送成功', '发送成功']);
});

it('none goes out when one of them has arrived', async () => {
  const [one, other] = await fail(first, second);
  await resend([one, other].slice(0, 1) as AnyRow[]);
  await messages.run();
  expect(await resend(await messages.rows())).toMatchObject({ code: 40000, message: '只有发送失败或结果未知的短信可以重发' });
  expect(await messages.statuses()).toEqual(['发送成功', '发送失败']);
});

it('none goes out when one is to a number that may get no more today', async () => {
  const failed = await fail(first, second);
  await messages.save(second);
  await messages.save(second);
  expect(await resend(failed)).toMatchObject({ code: 40000, message: '有号码今天已有 3 条短信，不能再发' });
  const still = await messages.rows();
  expect(failed.map(({ id }) => still.find((row) => row.id === id)?.['smsStatus'])).toEqual(['发送失败', '发送失败']);
});
