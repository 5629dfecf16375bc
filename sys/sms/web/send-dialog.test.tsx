import { choose } from '@back-office/web/testing/choose.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { deferredAnswer } from '@back-office/web/testing/deferred-answer.ts';
import { tabToHide } from '@back-office/web/testing/tab-to-hide.tsx';
import { tabsStore } from '@back-office/web/platform/tabs/tabs-store.ts';
import { optionsOf } from '@back-office/web/testing/sample.ts';
import { Refusal, stubServer, type Call } from '@back-office/web/testing/stub-server.ts';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { smsStatuses } from '../sms.ts';
import type { SmsPreview } from '../sms-calls.ts';
import { SendDialog } from './send-dialog.tsx';

const preview = (more: Partial<SmsPreview> = {}): SmsPreview => ({
  provider: 'aliyun',
  templatesOnly: false,
  variables: [],
  missing: [],
  text: '',
  segments: 1,
  recipients: 0,
  messages: 0,
  withoutPhone: 0,
  badPhones: [],
  ...more,
});
/** Counts like the server: every valid number, and the text as typed. */
const counting = ({ body }: Call): SmsPreview => {
  const { phones, content } = body as { phones: string[]; content: string };
  const good = phones.filter((phone) => /^1\d{10}$/.test(phone));
  return preview({
    text: content,
    recipients: good.length,
    messages: good.length,
    badPhones: phones.filter((phone) => !good.includes(phone)),
  });
};
const path = 'POST /api/sys/sms/preview-send';
let closed = 0;
const start = async (more: Record<string, unknown> = {}): Promise<Call[]> => {
  closed = 0;
  const calls = stubServer({ [path]: counting, ...more });
  await draw(<SendDialog onClose={() => (closed += 1)} />);
  return calls;
};
const dialog = page.getByRole('dialog', { name: '发送短信' });
const phones = dialog.getByRole('textbox', { name: '手机号', exact: true });
const content = dialog.getByRole('textbox', { name: '短信内容' });
const send = dialog.getByRole('button', { name: /^发送/ });
const shown = dialog.getByRole('region', { name: '预览' });
const sent = (calls: Call[]): Call[] => calls.filter((call) => call.path === '/api/sys/sms/send');

test('asks before it discards what was typed, and marks its tab as unsaved meanwhile', async () => {
  const at = '/base/sms/list';
  const tab = tabToHide(at);
  stubServer({ [path]: counting });
  closed = 0;
  await draw(
    <tab.Tab>
      <SendDialog onClose={() => (closed += 1)} />
    </tab.Tab>,
  );
  await content.fill('周六停电');
  await expect.poll(() => tabsStore.isDirty(at)).toBe(true);
  await dialog.getByRole('button', { name: '取消' }).click();
  await page.getByRole('button', { name: '继续编辑' }).click();
  await expect.element(content).toHaveValue('周六停电');
  await dialog.getByRole('button', { name: '取消' }).click();
  await page.getByRole('button', { name: '放弃', exact: true }).click();
  await expect.poll(() => closed).toBe(1);
});

test('while it is being sent is not left, as it would be sent all the same', async () => {
  const { answer, release } = deferredAnswer({ queued: 1, overLimit: 0, id: '1' });
  const calls = await start({ 'POST /api/sys/sms/send': answer });
  await content.fill('周六停电');
  await phones.fill('13800000001');
  await send.click();
  await expect.poll(() => sent(calls)).toHaveLength(1);
  await expect.element(dialog.getByRole('button', { name: /^取\s?消$/ })).toBeDisabled();
  await expect.element(dialog.getByRole('button', { name: '关闭' })).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  expect(page.getByText('放弃已填写的内容？').elements()).toEqual([]);
  release();
  await expect.poll(() => closed).toBe(1);
});

test('shows what would be sent and to how many, and sends it', async () => {
  const calls = await start({ 'POST /api/sys/sms/send': { queued: 2, overLimit: 0, id: '1' } });
  await expect.element(shown).toMatchTextContent('短信内容会显示在这里');
  await expect.element(send).toBeDisabled();
  await content.fill('周六停电');
  await phones.fill('13800000001\n13800000002，');
  await expect.element(shown.getByRole('status')).toMatchTextContent('2 个号码 · 4 字 · 每人 1 条 · 共计费 2 条');
  await dialog.getByRole('button', { name: '发送给 2 人' }).click();
  await expect.element(page.getByText('已排队 2 条短信')).toBeVisible();
  await expect.poll(() => closed).toBe(1);
  expect(sent(calls).map(({ body }) => body)).toMatchObject([{ content: '周六停电', phones: ['13800000001', '13800000002'] }]);
});

test('invalid numbers are listed at their field, three at most, and nothing can be sent', async () => {
  await start();
  await content.fill('周六停电');
  await phones.fill('13800000001,1,2,3,4');
  await expect.element(dialog.getByText('不是手机号：1、2、3 等 4 个')).toBeVisible();
  await expect.element(phones).toHaveAttribute('aria-invalid', 'true');
  await expect.element(phones).toHaveAccessibleDescription('不是手机号：1、2、3 等 4 个');
  await expect.element(send).toBeDisabled();
});

test('warns about people without a number, and about a server that does not really send', async () => {
  await start({ [path]: preview({ text: '停电', recipients: 3, messages: 6, segments: 2, withoutPhone: 1, provider: 'log' }) });
  await expect.element(shown).toMatchTextContent('每人 2 条 · 共计费 6 条 · 1 人没有手机号，不会收到');
  await expect.element(shown.getByRole('alert')).toMatchTextContent('不会真正发出');
});

test('a preview that is refused says why', async () => {
  await start({
    [path]: () => {
      throw new Refusal('refused', '一次最多 5,000 个号码');
    },
  });
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('一次最多 5,000 个号码');
  await expect.element(send).toBeDisabled();
});

test('recipients who have reached their daily limit are counted', async () => {
  await start({
    [path]: preview({ text: '停电', recipients: 1, messages: 1 }),
    'POST /api/sys/sms/send': { queued: 0, overLimit: 1, id: null },
  });
  await send.click();
  await expect.element(page.getByText('已排队 0 条，1 人今天已达上限，没有发送')).toBeVisible();
});

test('after a server error the send is retried with the same idempotency key, and nothing typed is lost', async () => {
  const answers = [new Refusal('serverError')];
  const calls = await start({
    [path]: preview({ text: '停电', recipients: 1, messages: 1 }),
    'POST /api/sys/sms/send': () => {
      const refusal = answers.pop();
      if (refusal !== undefined) throw refusal;
      return { queued: 1, overLimit: 0, id: '1' };
    },
  });
  await content.fill('停电');
  await send.click();
  await expect.element(page.getByText('服务器异常，请稍后重试！')).toBeVisible();
  await expect.element(content).toHaveValue('停电');
  await send.click();
  await expect.element(page.getByText('已排队 1 条短信')).toBeVisible();
  const [first, second] = sent(calls).map(({ headers }) => headers.get('idempotency-key'));
  expect(second).toBe(first);
});

describe('a template', () => {
  test('replaces the text field, and asks for its variables', async () => {
    const calls = await start({
      'GET /api/sys/sms-template/select-options': optionsOf('停电通知'),
      'GET /api/sys/sms-template/select/1': { id: '1', templateName: '停电通知' },
      [path]: ({ body }: Call) =>
        (body as { smsTemplateId: string | null }).smsTemplateId === null
          ? preview()
          : preview({ text: '您好', variables: ['name', 'day'], missing: ['day'], recipients: 1, messages: 1 }),
    });
    await dialog.getByRole('combobox', { name: '短信模板' }).click();
    await choose('停电通知');
    await expect.element(content).not.toBeInTheDocument();
    await expect.element(shown).toMatchTextContent('待填写：day');
    await expect.element(send).toBeDisabled();
    await dialog.getByRole('textbox', { name: '变量 day' }).fill('周六');
    await expect
      .poll(() => calls.filter((call) => `POST ${call.path}` === path).at(-1)?.body)
      .toMatchObject({ smsTemplateId: '1', variables: { day: '周六' } });
  });

  test('is required by some providers, and then there is no text field', async () => {
    await start({ [path]: preview({ templatesOnly: true }) });
    await expect.element(dialog.getByText('短信服务商只发送审核通过的模板')).toBeVisible();
    await expect.element(content).not.toBeInTheDocument();
  });
});

describe('a test message', () => {
  const number = dialog.getByRole('textbox', { name: '测试号码' });
  const tryIt = dialog.getByRole('button', { name: '测试发送' });
  const ready = {
    [path]: preview({ text: '停电', recipients: 9, messages: 9 }),
    'POST /api/sys/sms/send': { queued: 1, overLimit: 0, id: '5' },
  };
  const outcome = dialog.getByRole('status').last();

  test.each([
    [{ smsStatus: '发送成功', smsProvider: 'aliyun' }, '测试短信发送成功'],
    [{ smsStatus: '发送成功', smsProvider: 'log' }, '仅记录，没有发出：服务器未配置短信服务商'],
    [{ smsStatus: '发送失败', failReason: '空号' }, '测试短信没有发出：空号'],
  ])('with the outcome %j says: %s', async (row, words) => {
    const calls = await start({ ...ready, 'GET /api/sys/sms/select/5': { id: '5', ...row } });
    await expect.element(tryIt).toBeDisabled();
    await number.fill('13800000009');
    await tryIt.click();
    await expect.element(outcome).toMatchTextContent(words);
    // To that number only, with a name for the template.
    expect(sent(calls)[0]?.body).toMatchObject({ phones: ['13800000009'], userIds: [], orgIds: [] });
  });

  test('is watched until it is sent, even if its tab is hidden meanwhile', async () => {
    const tab = tabToHide('/base/sms/list');
    const { answer, release } = deferredAnswer({ id: '5', smsStatus: smsStatuses.waiting });
    let reads = 0;
    const sentNow = { id: '5', smsStatus: smsStatuses.sent, smsProvider: 'aliyun' };
    stubServer({ ...ready, 'GET /api/sys/sms/select/5': () => ((reads += 1) === 1 ? answer() : sentNow) });
    await draw(
      <tab.Tab>
        <SendDialog onClose={() => undefined} />
      </tab.Tab>,
    );
    await number.fill('13800000009');
    await tryIt.click();
    await expect.poll(() => reads).toBe(1);
    await tab.hide();
    release();
    await expect.poll(() => reads).toBe(2);
    tab.show();
    await expect.element(outcome).toMatchTextContent('测试短信发送成功');
  });

  test('that is refused says why', async () => {
    await start({
      ...ready,
      'POST /api/sys/sms/send': () => {
        throw new Refusal('refused', '该号码今天已达上限');
      },
    });
    await number.fill('13800000009');
    await tryIt.click();
    await expect.element(outcome).toMatchTextContent('该号码今天已达上限');
  });
});
