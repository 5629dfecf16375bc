import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
});
afterAll(() => app.drop());

const message = (smsPhone: string) => ({ smsPhone, smsContent: '您好' });
const bad = ['10086', '12345', '+10086', '010-12345678', '15412345678', '+99912345678'];

it('no message is saved for a number that cannot receive one, alone or in a batch', async () => {
  const before = await app.digest();
  for (const phone of bad)
    expect(await app.call(admin, 'POST', 'sys/sms/save', message(phone)), phone).toMatchObject({
      code: 40000,
      data: { fields: [{ field: 'smsPhone', message: expect.stringContaining('大陆手机号') }] },
    });
  const rows = [message('13812345678'), ...bad.map(message)];
  for (const query of ['', '?dryRun=true']) {
    const { code, data } = await app.call<{ fields: { row: number }[] }>(admin, 'POST', `sys/sms/save-batch${query}`, rows);
    expect([code, data.fields.map(({ row }) => row)]).toEqual([40000, bad.map((_, at) => at + 1)]);
  }
  expect(await app.digest()).toBe(before);
});

it('a send that includes such a number is refused, and its preview separates valid from invalid numbers', async () => {
  const sending = { content: '您好', phones: [...bad, '13812345678', '+85291234567'] };
  const { data } = await app.call<{ badPhones: string[]; recipients: number }>(admin, 'POST', 'sys/sms/preview-send', sending);
  expect(data).toMatchObject({ badPhones: bad, recipients: 2 });
  expect((await app.call(admin, 'POST', 'sys/sms/send', sending)).code).toBe(40000);
});
