import { unique } from '../support/api.ts';
import { goTo } from '../support/go-to.ts';
import { expect, test } from '../support/journey.ts';
import { openAs } from '../support/sign-in.ts';

/** The server's time zone: Asia/Shanghai unless `TZ` is set. */
const serverTime = (): string => new Date().toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' });

/** Seconds between a time shown on the page and the server's. */
const seconds = (time: string): number =>
  Math.abs(Date.parse(`${time.replace(' ', 'T')}Z`) - Date.parse(`${serverTime().replace(' ', 'T')}Z`)) / 1000;

// At any hour one of the first two has another day than Shanghai; the third has summer time.
for (const timezoneId of ['Etc/GMT+12', 'Pacific/Kiritimati', 'America/New_York'])
  test.describe(`a browser in ${timezoneId}`, () => {
    test.use({ timezoneId });

    test('shows, accepts and sends times and days of the server’s time zone', async ({ page, server, api }) => {
      const name = unique('远方');
      const { id } = await api.save('sys/org', { orgName: name, orgCode: unique('far-') });
      await openAs(page, 'admin', server.adminPassword, '/index');
      const today = serverTime().slice(0, 10);
      const [year, month, day] = today.split('-').map(Number);
      await expect(page.getByText(`${year}年${month}月${day}日 星期`)).toBeVisible();
      // The link has its address before the server's answer about the day, and after it.
      await expect(page.locator('.home-panel[data-key=operations] a')).toHaveAttribute('href', new RegExp(`optTime%3A${today}\\+00`));

      await goTo(page, `/base/org/view/${id}`);
      await expect(page.locator('main').getByText(name).filter({ visible: true }).first()).toBeVisible();
      await goTo(page, '/index');
      const recent = page.getByRole('region', { name: '最近的记录' }).locator(`a[href="/base/org/view/${id}"]`);
      await expect(recent.first()).toContainText(/刚刚|[1-3] 分钟前/);

      await goTo(page, '/sys/log-opt/list');
      await page.getByRole('button', { name: '时间', exact: true }).click();
      await page.getByRole('menuitem', { name: '今天' }).click();
      await expect(page).toHaveURL(new RegExp(`ge=optTime%3A${today}`));
      await expect(page.getByRole('row', { name: new RegExp(name) }).first()).toBeVisible();
      await expect(page.getByRole('button', { name: '时间：今天' })).toBeVisible();

      await goTo(page, '/profile');
      await page.getByRole('tab', { name: '接口密钥' }).click();
      await page.getByRole('button', { name: '新建密钥' }).click();
      const dialog = page.getByRole('dialog', { name: '新建密钥' });
      const expires = dialog.getByLabel('到期时间');
      const inNinety = new Date(Date.now() + 90 * 86_400_000).toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' });
      expect((await expires.inputValue()).slice(0, 15)).toBe(inNinety.slice(0, 15));
      await expires.click();
      await page.getByText('此刻', { exact: true }).click();
      expect(seconds(await expires.inputValue())).toBeLessThan(60);
    });
  });
