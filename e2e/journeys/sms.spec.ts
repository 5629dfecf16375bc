// oxlint-disable no-template-curly-in-string -- variables of templates are written so
import { unique } from '../support/api.ts';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/journey.ts';

test('a template is written, tried on one number and sent to a department, and what failed is handled', async ({ openAsAdmin, api }) => {
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
