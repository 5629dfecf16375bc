import type { NoticeReaders } from '@back-office/sys/notices/own-notices.ts';
import type { Page } from '@playwright/test';
import { unique, type Api } from '../support/api.ts';
import { expectAccessible } from '../support/axe.ts';
import { goTo } from '../support/go-to.ts';
import { expect, test } from '../support/journey.ts';
import { accountWith, type Account } from '../support/accounts.ts';
import { choose, rowOf } from '../support/press.ts';
import { openAs } from '../support/sign-in.ts';

async function colleague(api: Api, sysOrgId: string): Promise<Account> {
  const person = await accountWith(api, []);
  const { version } = await api.call<{ version: number }>('GET', `sys/user/select/${person.id}`);
  await api.save('sys/user', { id: person.id, version, sysOrgId });
  return person;
}

const bellOf = (page: Page) => page.getByRole('button', { name: /^消息/ });

test('a notice with a file to one organisation stays until it is confirmed, and shows who has not confirmed', async ({
  openAsAdmin,
  otherPage,
  api,
}) => {
  const [org, title] = [unique('机构'), unique('值班通知')];
  const { id: orgId } = await api.save('sys/org', { orgName: org, orgCode: unique('o-'), orgStatus: '正常' });
  const [reader, idle] = [await colleague(api, orgId), await colleague(api, orgId)];
  await openAs(otherPage, reader.account, reader.password);

  const page = await openAsAdmin('/base/msg/view/new');
  await page.getByLabel('标题').fill(title);
  await page.getByRole('textbox', { name: '内容' }).click();
  await page.keyboard.type('今晚');
  await page.getByRole('button', { name: '加粗' }).click();
  await page.keyboard.type('全体值班');
  await choose(page, /范围/, '机构');
  await page.getByRole('combobox', { name: '接收对象' }).fill(org);
  await page.getByRole('treeitem', { name: org }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('radiogroup', { name: '需确认' }).getByText('是', { exact: true }).click();
  await choose(page, /状态/, '已发布');
  const pdf = {
    name: '值班表.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(`%PDF-1.4\n1 0 obj<</Title(${title})>>endobj\nstartxref\n0\n%%EOF`),
  };
  await page.getByLabel('选择文件', { exact: true }).and(page.locator('input')).setInputFiles(pdf);
  await expect(page.getByRole('region', { name: '附件' }).getByRole('button', { name: pdf.name, exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByRole('button', { name: '撤回' })).toBeVisible();
  await page.getByRole('tab', { name: '附件', exact: true }).click();
  await expect(page.getByRole('list', { name: '文件' })).toContainText(pdf.name);

  // It appears wherever the reader is, and stays until they have confirmed it.
  await expect(otherPage.getByRole('alert').filter({ hasText: title })).toBeVisible();
  await expect(bellOf(otherPage)).toHaveAccessibleName('消息，1 条未读，1 条待确认');
  await bellOf(otherPage).click();
  await expect(otherPage.locator('.bell-list')).toContainText('待确认');
  await expectAccessible(otherPage);
  await otherPage.locator('.bell-list').getByRole('button', { name: title }).click();
  const content = otherPage.getByRole('region', { name: '消息内容' });
  await expect(content.getByText('全体值班')).toHaveJSProperty('tagName', 'STRONG');
  await content.getByRole('button', { name: pdf.name, exact: true }).click();
  await expect(otherPage.getByRole('dialog')).toContainText(pdf.name);
  await otherPage.keyboard.press('Escape');
  await otherPage.reload();
  await expect(content.getByRole('button', { name: '我已知晓' })).toBeVisible();
  // Once read, it stays in the bell, before a newer one; both open in the same tab.
  const newer = unique('另一则通知');
  const plain = await api.save('sys/msg', {
    msgTitle: newer,
    msgContent: '内容',
    msgScope: '用户',
    targetIds: [reader.id],
    msgStatus: '已发布',
  });
  await expect(bellOf(otherPage)).toHaveAccessibleName('消息，1 条未读，1 条待确认');
  await bellOf(otherPage).click();
  const lines = otherPage.locator('.bell-list').getByRole('listitem');
  await expect(lines).toContainText([title, newer]);
  await lines.last().getByRole('button').click();
  await expect(content.getByRole('heading', { name: newer })).toBeVisible();
  await expect(otherPage.getByRole('tab', { name: /我的消息/ })).toHaveCount(1);
  await expect(bellOf(otherPage)).toHaveAccessibleName('消息，1 条待确认');
  await otherPage.getByRole('region', { name: '消息列表' }).getByRole('button', { name: title }).click();
  await expect(otherPage.getByRole('radio', { name: '待确认 1' })).toBeAttached();
  await expectAccessible(otherPage);

  // Read but not confirmed: both still need a reminder.
  await page.getByRole('tab', { name: '阅读情况' }).click();
  await expect(rowOf(page, reader.account)).toContainText('未确认');
  await expect(rowOf(page, idle.account)).toContainText('未读');
  await expect(page.getByRole('progressbar', { name: '确认进度' })).toContainText('0 / 2');
  await expectAccessible(page);

  await content.getByRole('button', { name: '我已知晓' }).click();
  await expect(content).toContainText(/已于 .* 确认/);
  await otherPage.reload();
  await expect(content).toContainText(/已于 .* 确认/);
  await expect(otherPage.getByRole('radio', { name: '待确认', exact: true })).toBeAttached();

  await page.getByText('未确认 2', { exact: true }).click();
  await page.getByRole('button', { name: '提醒未确认的人' }).click();
  await expect(page.getByText('已提醒 1 人')).toBeVisible();
  const { items } = await api.call<NoticeReaders>('GET', `sys/msg/readers/${page.url().split('/').at(-1)}?state=unconfirmed`);
  expect(items.map(({ id }) => id)).toEqual([idle.id]);

  // After opening the form there is nothing to undo, although the editor normalises the text.
  await goTo(page, `/base/msg/view/${plain.id}?edit=1`);
  await expect(page.getByRole('textbox', { name: '内容' })).toHaveText('内容');
  await expect(page.getByRole('button', { name: '撤销', exact: true })).toBeDisabled();
  await page.getByRole('textbox', { name: '内容' }).click();
  await page.keyboard.type('更多');
  await expect(page.getByRole('button', { name: '撤销', exact: true })).toBeEnabled();
});

test('an unobtrusive message offers to reload when the server has a newer build', async ({ openAsAdmin }) => {
  const page = await openAsAdmin('/index');
  const line = page.getByRole('status').filter({ hasText: '系统已更新' });
  const look = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  const looked = page.waitForResponse('/index');
  await look();
  await looked;
  await expect(line).toHaveCount(0);
  await page.route('/index', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll(/\/assets\/[\w-]+\.js/g, '/assets/newer.js') });
  });
  await look();
  await expect(line).toBeVisible();
  await expectAccessible(page);
  await page.unroute('/index');
  await line.getByRole('button', { name: '立即刷新' }).click();
  await expect(line).toHaveCount(0);
  await expect(page.getByRole('heading', { name: /管理员/ })).toBeVisible();
});
