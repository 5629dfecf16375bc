import { join } from 'node:path';
import { accountWith, functionOf, roleWith } from '../support/accounts.ts';
import { unique } from '../support/api.ts';
import { goTo } from '../support/go-to.ts';
import { expect, test } from '../support/journey.ts';
import { choose, rowOf, valueOf } from '../support/press.ts';
import { openAs } from '../support/sign-in.ts';
import { chooseFiles, openImport, workbook } from '../support/workbooks.ts';

/* A company's own module (examples/agreements) in the product as built for it, on a database started by the product alone. */
test.use({ settings: { OFFICE: join(import.meta.dirname, '../../examples/agreements'), ROUTER_MODE: 'remote' } });

const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv');

test('an agreement is made, numbered, approved only with the permission, charted, and protects its organisation', async ({
  openAsAdmin,
  otherPage,
  api,
}) => {
  const org = await api.save('sys/org', { orgName: unique('机构'), orgCode: unique('o-') });
  const party = await api.save('acme/party', { partyName: unique('相对方') });
  const name = unique('合同');
  const page = await openAsAdmin('/acme/agreement/list');

  await page.getByRole('toolbar').getByRole('button', { name: '新增' }).click();
  await page.locator('form').getByLabel('合同名称').fill(name);
  await choose(page, '相对方', String(party['partyName']));
  await page.getByRole('combobox', { name: '签约机构' }).fill(String(org['orgName']));
  await page.getByRole('treeitem', { name: String(org['orgName']) }).click();
  await choose(page, '负责人', '管理员');
  await page.getByLabel('金额').fill('88000');
  await page.getByLabel('生效日期').fill(day(0));
  await page.keyboard.press('Tab');
  await page.getByLabel('到期日期').fill(day(10));
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(valueOf(page, '状态')).toHaveText('草稿');
  await expect(valueOf(page, '合同编号')).toHaveText('—');

  await page.getByRole('tab', { name: '明细' }).click();
  await page.getByRole('button', { name: '新增合同明细' }).click();
  const drawer = page.getByRole('dialog', { name: '新增合同明细' });
  await drawer.getByLabel('品名').fill('服务器');
  await drawer.getByRole('button', { name: '保存' }).click();
  await expect(rowOf(page, '服务器')).toBeVisible();

  await page.getByRole('tab', { name: '附件' }).click();
  const scan = join(import.meta.dirname, '../fixtures/doc.pdf');
  await page.getByLabel('选择文件', { exact: true }).and(page.locator('input')).setInputFiles(scan);
  await expect(page.getByRole('list', { name: '文件' }).getByRole('listitem')).toHaveText(/doc\.pdf/);

  await page.getByRole('tab', { name: '基本信息' }).click();
  await page.getByRole('button', { name: '提交审批' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '提交审批' }).click();
  await expect(valueOf(page, '合同编号')).toHaveText(/^HT-\d{4}-0001$/);
  await expect(page.getByRole('button', { name: '编辑' })).toHaveCount(0);

  const [list, view] = [await functionOf(api, 'acme/agreement/list'), await functionOf(api, 'acme/agreement/view')];
  const clerk = await accountWith(api, [(await roleWith(api, { [list.id]: 'read,edit', [view.id]: '' })).id]);
  const address = new URL(page.url()).pathname;
  await openAs(otherPage, clerk.account, clerk.password, address);
  await expect(valueOf(otherPage, '状态')).toHaveText('审批中');
  await expect(otherPage.getByRole('button', { name: '批准' })).toHaveCount(0);
  // People who see the agreement see its attachments.
  await otherPage.getByRole('tab', { name: '附件' }).click();
  await expect(otherPage.getByRole('list', { name: '文件' }).getByRole('listitem')).toHaveText(/doc\.pdf/);

  await page.getByRole('button', { name: '批准' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '批准' }).click();
  await expect(valueOf(page, '状态')).toHaveText('生效');

  const palette = page.getByRole('dialog', { name: '查找' });
  await page.keyboard.press('Control+k');
  await palette.getByRole('combobox').fill('合同统计');
  await palette.getByRole('group', { name: '命令' }).getByRole('option', { name: '合同统计' }).click();
  await expect(page.getByRole('img', { name: '近12个月合同金额（元），图' })).toBeVisible();
  await page.getByRole('button', { name: /看表格/ }).click();
  await expect(page.getByRole('cell', { name: '88,000', exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: '金额最大的合同' }).getByRole('row', { name })).toContainText('88,000.00 元');
  await goTo(page, `/acme/agreement/list?like=agreementName:${name}`);
  await expect(page.getByText('金额合计 88,000.00 元')).toBeVisible();
  await expect(page.getByText('其中生效 88,000.00 元')).toBeVisible();
  await page.goto('/index');
  await expect(page.getByRole('region', { name: '即将到期的合同' }).getByRole('link', { name })).toBeVisible();

  await page.goto(`/base/org/view/${org.id}`);
  await page.getByRole('tab', { name: '合同', exact: true }).click();
  await expect(rowOf(page, name)).toBeVisible();
  await page.goto(`/base/org/view/${org.id}?edit=1`);
  await choose(page, '状态', '停用');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText(`机构“${String(org['orgName'])}”还有 1 份生效的合同，不能停用，请先终止`)).toBeVisible();
});

test('agreements are imported as drafts', async ({ openAsAdmin, api }) => {
  const org = await api.save('sys/org', { orgName: unique('机构'), orgCode: unique('o-') });
  const party = await api.save('acme/party', { partyName: unique('相对方') });
  const name = unique('导入');
  const page = await openAsAdmin('/acme/agreement/list');
  const dialog = await openImport(page);
  const header = ['合同名称', '类型', '相对方', '签约机构', '负责人', '金额', '生效日期', '到期日期'];
  const row = [name, '采购', String(party['partyName']), String(org['orgName']), '管理员', 100, day(0), day(1)];
  await chooseFiles(page, workbook('合同导入模板.xlsx', [header, row]));
  await expect(dialog).toContainText('校验通过，可以导入');
  await dialog.getByRole('button', { name: '确定导入' }).click();
  await expect(dialog).toContainText('已导入 1 行');
  await dialog.getByRole('button', { name: '完成' }).click();
  await expect(rowOf(page, name)).toContainText('草稿');
});

test('a company’s field on our users appears in the section that it names: in form, record and print', async ({ openAsAdmin, api }) => {
  const [badge, next] = [unique('A-'), unique('B-')];
  const user = await api.save('sys/user', { userAccount: unique('u'), userName: unique('持牌人'), acmeBadge: badge });
  const page = await openAsAdmin(`/sys/user/view/${user.id}?edit=1`);
  await expect(page.getByRole('textbox', { name: '工号' })).toHaveValue(badge);
  const texts = await page.locator('form h2, form label').allTextContents();
  expect(texts.slice(texts.indexOf('工号') - 1, texts.indexOf('工号') + 2)).toEqual(['状态', '工号', '组织与角色']);
  await page.getByRole('textbox', { name: '工号' }).fill(next);
  await page.getByRole('button', { name: '保存' }).click();
  const ours = page.locator('.record-section', { has: page.getByRole('heading', { name: '账号与联系方式' }) });
  await expect(ours.getByRole('definition').filter({ hasText: next })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(ours.getByRole('definition').filter({ hasText: next })).toBeVisible();
});

test.describe('a fault in a module', () => {
  test.use({ expectedErrors: [/null/] });

  test('breaks its own page, and never the shell', async ({ openAsAdmin }) => {
    const page = await openAsAdmin('/index');
    // Data that the module's page does not expect, so that it fails while rendering.
    await page.route('**/api/acme/months/amounts', (route) =>
      route.fulfill({ json: { success: true, code: 20000, message: '操作成功', data: [null] } }),
    );
    await goTo(page, '/acme/months');
    await expect(page.getByRole('heading', { name: '页面出错了' })).toBeVisible();
    await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '合同管理' }).click();
    await expect(page.getByRole('toolbar').getByRole('button', { name: '新增' })).toBeVisible();
  });
});
