import { draw } from '@back-office/app/testing/web/draw.tsx';
import { Refusal, stubServer } from '@back-office/web/testing/stub-server.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { SmsPreview } from '../sms-calls.ts';
import { SendDialog } from './send-dialog.tsx';

const preview: SmsPreview = {
  provider: 'aliyun',
  templatesOnly: false,
  variables: [],
  missing: [],
  text: '停电',
  segments: 1,
  recipients: 1,
  messages: 1,
  withoutPhone: 0,
  badPhones: [],
};

test('a text that was changed after a lost answer is sent with another idempotency key', async () => {
  const calls = stubServer({
    'POST /api/sys/sms/preview-send': preview,
    'POST /api/sys/sms/send': () => {
      throw new Refusal('serverError');
    },
  });
  await draw(<SendDialog onClose={() => undefined} />);
  const content = page.getByRole('textbox', { name: '短信内容' });
  const send = page.getByRole('button', { name: /^发送/ });
  const keys = () => calls.filter(({ path }) => path === '/api/sys/sms/send').map(({ headers }) => headers.get('idempotency-key'));
  for (const [at, text] of ['停电', '周六停电'].entries()) {
    await content.fill(text);
    await expect.element(send).toBeEnabled();
    await send.click();
    await expect.poll(keys).toHaveLength(at + 1);
  }
  expect(new Set(keys()).size).toBe(2);
});
