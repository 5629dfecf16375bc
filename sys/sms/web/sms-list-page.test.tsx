import { draw } from '@back-office/app/testing/web/draw.tsx';
import { signInAs } from '@back-office/web/testing/sign-in-as.ts';
import { rowsOf, stubList } from '@back-office/web/testing/stub-list.ts';
import { Refusal, stubServer, type Call } from '@back-office/web/testing/stub-server.ts';
import { wordsOfButtons } from '@back-office/web/testing/words-of-buttons.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { sms } from '../sms.ts';
import { SmsListPage } from './sms-list-page.tsx';

const messages = rowsOf(
  sms,
  { smsPhone: '13800000001', smsContent: '甲', smsStatus: '发送成功', smsProvider: 'aliyun' },
  { smsPhone: '13800000002', smsContent: '乙', smsStatus: '发送失败', smsProvider: 'aliyun', failReason: '空号' },
  { smsPhone: '13800000003', smsContent: '丙', smsStatus: '结果未知', smsProvider: 'aliyun' },
  { smsPhone: '13800000004', smsContent: '丁', smsStatus: '发送成功', smsProvider: 'log' },
);
let calls: Call[];
const start = (more: Record<string, unknown> = {}): void => {
  calls = stubServer({ ...stubList(sms, messages), ...more });
};
const drawList = () => draw(<SmsListPage />, { at: '/sys/sms/list' });
const row = (phone: string) => page.getByRole('row', { name: phone });
const offered = (phone: string): string[] => wordsOfButtons(row(phone));
const dialog = page.getByRole('dialog');
const sent = (): [string, unknown][] =>
  calls.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [`${method} ${path}`, body]);
const tick = (phone: string) => row(phone).getByRole('checkbox').click();

beforeEach(() => start());

test('the status of a message decides which actions are offered', async () => {
  await drawList();
  await expect.element(row('13800000001')).toBeVisible();
  expect(offered('13800000001')).not.toContain('重发');
  expect(offered('13800000002')).toContain('重发');
  expect(offered('13800000003')).toEqual(expect.arrayContaining(['重发', '确认结果']));
  expect(offered('13800000002')).not.toContain('确认结果');
});

test('a message that was only recorded is not shown as sent', async () => {
  await drawList();
  await expect.element(row('13800000004').getByText('仅记录')).toHaveAttribute('title', expect.stringContaining('没有发出'));
  await expect.element(row('13800000001')).not.toMatchTextContent('仅记录');
});

test('a person who may not send is offered no sending action', async () => {
  signInAs({ account: 'somebody', grants: { 'sys/sms': 'read' } });
  await drawList();
  await expect.element(row('13800000002')).toBeVisible();
  expect(offered('13800000003')).toEqual(['查看']);
  await expect.element(page.getByRole('button', { name: '发送短信' })).not.toBeInTheDocument();
});

describe('a single message', () => {
  test('that failed is resent after confirmation', async () => {
    start({ 'POST /api/sys/sms/resend/2': null });
    await drawList();
    await row('13800000002').getByRole('button', { name: '重发' }).click();
    await expect.element(dialog).toMatchTextContent('重新发送给 13800000002？短信将重新排队发送。');
    expect(sent()).toEqual([]);
    await dialog.getByRole('button', { name: '重发' }).click();
    await expect.element(page.getByText('已重新排队')).toBeVisible();
    expect(sent()).toEqual([['POST /api/sys/sms/resend/2', undefined]]);
  });

  test('with an unknown outcome warns that it may arrive twice, and focuses 取消', async () => {
    await drawList();
    await row('13800000003').getByRole('button', { name: '重发' }).click();
    await expect.element(dialog).toMatchTextContent('重发后对方可能收到两次');
    await expect.element(dialog.getByRole('button', { name: '取消' })).toHaveFocus();
    await dialog.getByRole('button', { name: '取消' }).click();
  });

  test.each([
    ['已收到', '发送成功'],
    ['没有收到', '发送失败'],
  ])('is settled by hand: %s', async (button, smsStatus) => {
    start({ 'PUT /api/sys/sms/settle/3': null });
    await drawList();
    await row('13800000003').getByRole('button', { name: '确认结果' }).click();
    await dialog.getByRole('button', { name: button, exact: true }).click();
    await expect.element(page.getByText('已记录')).toBeVisible();
    expect(sent()).toEqual([['PUT /api/sys/sms/settle/3', { smsStatus }]]);
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test('is unchanged if the dialog is closed', async () => {
    await drawList();
    await row('13800000003').getByRole('button', { name: '确认结果' }).click();
    await dialog
      .getByRole('button', { name: 'Close' })
      .or(dialog.getByRole('button', { name: '关闭' }))
      .first()
      .click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(sent()).toEqual([]);
  });
});

describe('several messages', () => {
  const resendAll = page.getByRole('toolbar').getByRole('button', { name: '重发' });

  test('are resent as far as allowed, and the rest are counted', async () => {
    start({ 'POST /api/sys/sms/resend/2,3': null });
    await drawList();
    await expect.element(resendAll).toBeDisabled();
    for (const phone of ['13800000001', '13800000002', '13800000003']) await tick(phone);
    await resendAll.click();
    await expect.element(dialog).toMatchTextContent('重新发送 2 条短信？另有 1 条不是发送失败或结果未知，不会重发。其中 1 条可能已经送达');
    await dialog.getByRole('button', { name: '重发' }).click();
    await expect.element(page.getByText('已重新排队 2 条')).toBeVisible();
    expect(sent().map(([call]) => call)).toEqual(['POST /api/sys/sms/resend/2,3']);
  });

  test('are not asked about if none may be resent', async () => {
    await drawList();
    await tick('13800000001');
    await resendAll.click();
    await expect.element(page.getByText('只有发送失败或结果未知的短信可以重发')).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test('that are refused say why', async () => {
    start({
      'POST /api/sys/sms/resend/2': () => {
        throw new Refusal('refused', '今天已达上限');
      },
    });
    await drawList();
    await tick('13800000002');
    await resendAll.click();
    await dialog.getByRole('button', { name: '重发' }).click();
    await expect.element(page.getByText('今天已达上限')).toBeVisible();
  });
});
