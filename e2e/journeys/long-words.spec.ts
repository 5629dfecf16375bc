import { unique } from '../support/api.ts';
import { cutTexts } from '../support/cut-texts.ts';
import { goTo } from '../support/go-to.ts';
import { expect, test } from '../support/journey.ts';

const long = '华东地区智能制造与数字化转型联合办公室综合管理处文件流转与档案管理中心第三工作组';

test('every truncated text can be read in full by keyboard, wide and narrow', async ({ openAsAdmin, api }) => {
  const userName = unique(long).slice(-48);
  const { id } = await api.save('sys/user', { userAccount: unique('long-'), userName, userStatus: '正常' });
  await api.save('sys/org', { orgName: unique(long).slice(-48), orgCode: unique('org-') });
  await api.call('PUT', 'sys/user/preference/views.sys.user', {
    value: { views: [{ id: 'long', name: long.slice(0, 30), query: 'eq=userStatus%3A正常' }] },
  });
  const page = await openAsAdmin('/sys/user/list');
  await expect(page.getByRole('link', { name: long.slice(0, 20) }).first()).toBeVisible();
  const view = page.getByRole('navigation', { name: '常用筛选' }).getByRole('link', { name: long.slice(0, 30) });
  await view.click();
  await expect(view).toHaveAttribute('aria-current', 'page');
  const issues: string[] = [];
  const look = async (what: string): Promise<void> => {
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      // A list shows cards instead of a table.
      await expect(page.locator('.ant-spin-spinning, .skeleton').filter({ visible: true })).toHaveCount(0);
      issues.push(...(await cutTexts(page)).map((text) => `${what} at ${width}: ${text}`));
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  };
  await look('list');
  await goTo(page, `/sys/user/view/${id}`);
  await expect(page.locator('.record-details').filter({ visible: true }).first()).toBeVisible();
  await look('record');
  await goTo(page, `/sys/user/view/${id}?edit=1`);
  await expect(page.getByLabel('姓名')).toHaveValue(userName);
  await look('form');
  await goTo(page, '/index');
  await expect(page.getByRole('region', { name: '最近的记录' }).getByText(userName)).toBeVisible();
  await look('home');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: '查找' }).fill(userName.slice(0, 12));
  await expect(page.getByRole('option').filter({ hasText: userName })).toBeVisible();
  await look('palette');
  expect(issues).toEqual([]);
});
