// oxlint-disable no-template-curly-in-string -- variables of templates are written so
import { openSmsProvider, smsSettingsFor, type SmsStandIn } from '@back-office/server/testing/open-sms-provider.ts';
import { unique } from '../support/api.ts';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/journey.ts';
import { rowOf } from '../support/press.ts';

test('a template is written, tried on one number and sent to a department', async ({ openAsAdmin, api }) => {
  const [orgName, templateName] = [unique('短信部'), unique('会议')];
  const org = await api.save('sys/org', { orgName, orgCode: unique('sms') });
  const person = (name: string, phone: string | null) =>
    api.save('sys/user', { userAccount: unique('sms'), userName: name, userPhone: phone, sysOrgId: org.id });
  await person('张三', '13900010001');
  await person('李四', '13900010002');
  await person('无号', null);

  const page = await openAsAdmin('/base/sms-template/list');
  await page.getByRole('button', { name: '新增' }).click();
  await page.locator('form').getByLabel('模板名称').fill(templateName);
  await page.getByLabel('模板编码').fill(unique('meeting'));
  await page.getByLabel('模板内容').fill('${userName}，会议改到${9time}。');
  await page.getByRole('button', { name: /保\s*存/ }).click();
  await expect(page.getByText('变量名只能由字母、数字和下划线组成')).toBeVisible();
  await page.getByLabel('模板内容').fill('${userName}，会议改到${time}。');
  await page.getByRole('button', { name: /保\s*存/ }).click();
  await expect(page.getByText('保存成功')).toBeVisible();

  await page.getByRole('menuitem', { name: '短信管理' }).click();
  await page.getByRole('button', { name: '发送短信' }).click();
  const dialog = page.getByRole('dialog', { name: '发送短信' });
  await expect(dialog.getByText('不会真正发出')).toBeVisible();
  await dialog.getByLabel('短信模板').click();
  await dialog.getByLabel('短信模板').fill(templateName);
  await page.locator('.ant-select-item-option', { hasText: templateName }).click();
  await dialog.getByLabel('变量 time').fill('三点');
  await dialog.getByLabel('机构（含下级）').fill(orgName);
  await page.locator('.ant-select-tree-title, .ant-select-item-option', { hasText: orgName }).first().click();
  await page.keyboard.press('Escape');
  const preview = dialog.getByRole('region', { name: '预览' });
  await expect(preview).toContainText('张三，会议改到三点。');
  await expect(preview).toContainText('2 个号码 · 10 字 · 每人 1 条 · 共计费 2 条 · 1 人没有手机号，不会收到');
  await dialog.getByLabel('手机号').fill('13900010002，12345');
  await expect(dialog.getByText('不是手机号：12345')).toBeVisible();
  await expect(dialog.getByRole('button', { name: /发\s*送/ }).last()).toBeDisabled();
  await dialog.getByLabel('手机号').fill('');
  await expectAccessible(page);

  await dialog.getByLabel('测试号码').fill('13900010009');
  await dialog.getByRole('button', { name: '测试发送' }).click();
  await expect(dialog.getByText('仅记录，没有发出')).toBeVisible();
  await dialog.getByRole('button', { name: '发送给 2 人' }).click();
  await expect(page.getByText('已排队 2 条短信')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(async () => {
    const sent = await api.find('sys/sms', 'smsContent', '会议改到三点');
    const own = sent.filter(({ smsPhone }) => String(smsPhone).startsWith('1390001000'));
    expect(own.map(({ smsContent, smsStatus }) => `${String(smsContent)} ${String(smsStatus)}`).toSorted()).toEqual([
      '张三，会议改到三点。 发送成功',
      '李四，会议改到三点。 发送成功',
      '测试，会议改到三点。 发送成功',
    ]);
  }).toPass({ timeout: 30_000 });
});

const testWithProvider = test.extend<object, { provider: SmsStandIn }>({
  provider: [
    async ({}, use) => {
      const provider = await openSmsProvider('aliyun');
      await use(provider);
      await provider.drop();
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ provider }, use) => {
      const { accessKeyId, accessKeySecret, signName, endpoint } = smsSettingsFor.aliyun(provider.endpoint);
      await use({
        SMS_PROVIDER: 'aliyun',
        SMS_ACCESS_KEY_ID: accessKeyId,
        SMS_ACCESS_KEY_SECRET: accessKeySecret,
        SMS_SIGN_NAME: signName,
        SMS_ENDPOINT: endpoint,
      });
    },
    { scope: 'worker' },
  ],
});

testWithProvider('refused messages show the reason, and are resent one by one or together', async ({ provider, openAsAdmin, api }) => {
  const templateCode = unique('meeting');
  await api.save('sys/sms-template', {
    templateName: unique('会议'),
    templateCode,
    templateContent: '${userName}，会议改到${time}。',
    providerTemplate: 'SMS_100',
  });
  const [first, second, third] = ['13900020001', '13900020002', '13900020003'] as const;
  const phones = [first, second, third];
  /** Waits until the server has tried to send all of them; a page shows it after 刷新. */
  const statusesAre = (...statuses: string[]): Promise<void> =>
    expect
      .poll(async () => {
        const rows = await api.find('sys/sms', 'smsTemplate', templateCode);
        return phones.map((phone) => rows.find(({ smsPhone }) => smsPhone === phone)?.['smsStatus']);
      })
      .toEqual(statuses);
  provider.next.push(...phones.map(() => ({ Code: 'isv.AMOUNT_NOT_ENOUGH', Message: '余额不足', RequestId: 'R' })));
  for (const smsPhone of phones) await api.save('sys/sms', { smsPhone, smsTemplate: templateCode, smsContent: '张三，会议改到三点。' });
  await statusesAre('发送失败', '发送失败', '发送失败');
  expect(provider.taken).toEqual([]);
  const page = await openAsAdmin('/base/sms/list');
  for (const phone of phones) await expect(rowOf(page, phone)).toContainText(/发送失败.*余额不足/);

  await rowOf(page, first).getByRole('button', { name: '重发' }).click();
  await page
    .getByRole('dialog', { name: `重新发送给 ${first}？` })
    .getByRole('button', { name: '重发' })
    .click();
  await expect(page.getByText('已重新排队')).toBeVisible();
  await statusesAre('发送成功', '发送失败', '发送失败');
  expect(provider.taken.map(({ phone }) => phone)).toEqual([first]);

  await page.getByRole('button', { name: '刷新' }).click();
  await expect(rowOf(page, first)).toContainText('发送成功');
  for (const phone of phones) await page.getByRole('checkbox', { name: `选择${phone}` }).check();
  await page.getByRole('toolbar', { name: '短信列表工具栏' }).getByRole('button', { name: '重发' }).click();
  await page.getByRole('dialog', { name: '重新发送 2 条短信？' }).getByRole('button', { name: '重发' }).click();
  await expect(page.getByText('已重新排队 2 条')).toBeVisible();
  await statusesAre('发送成功', '发送成功', '发送成功');
  expect(provider.taken.map(({ phone }) => phone).toSorted()).toEqual(phones);
});
