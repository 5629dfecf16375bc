import { expect, test } from '../support/journey.ts';

// As on most desktops: scrollbars take space of their own.
test.use({ launchOptions: async ({ launchOptions }, use) => use({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] }) });

test('a page fills its width and stays in place, with or without scrolling, and behind a dialog', async ({ openAsAdmin }) => {
  const page = await openAsAdmin('/sys/role/list');
  const room = (): Promise<{ page: number; head: number; scrolls: boolean }> =>
    page.evaluate(() => ({
      page: document.documentElement.clientWidth,
      head: document.querySelector('.shell-head')?.getBoundingClientRect().right ?? 0,
      scrolls: document.documentElement.scrollHeight > innerHeight,
    }));
  await expect(page.locator('.list-pages')).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 1600 });
  await expect.poll(room).toEqual({ page: 1425, head: 1425, scrolls: false });
  await page.setViewportSize({ width: 1440, height: 300 });
  await expect.poll(room).toEqual({ page: 1425, head: 1425, scrolls: true });
  await page.mouse.move(700, 200);
  await page.mouse.wheel(0, 40);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(40);
  await page.keyboard.press('Shift+?');
  await expect(page.getByRole('dialog')).toBeVisible();
  expect((await room()).head).toBe(1425);
  await page.mouse.wheel(0, 300);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await page.evaluate(() => scrollY)).toBe(40);
});
