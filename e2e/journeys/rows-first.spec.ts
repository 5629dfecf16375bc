import { expect, test } from '../support/journey.ts';

/** @see docs/postmortems/drawn-again-for-what-stands-beside.md */

test('a list opened before on this machine requests its rows while its code is still loading', async ({ openAsAdmin }) => {
  const page = await openAsAdmin('/sys/role/list');
  const row = page.locator('main .ant-table-row').first();
  await expect(row).toBeVisible();

  const held = Promise.withResolvers<void>();
  await page.route(/\/assets\/pages-[^/]+\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  const reading = page.waitForResponse(/\/api\/sys\/role\/select-page\?/);
  await page.reload({ waitUntil: 'commit' });
  expect((await reading).status()).toBe(200);
  await expect(row).toBeHidden();
  held.resolve();
  await expect(row).toBeVisible();
});

test('rows are requested once and the side panel after them, also when the rows arrive before the code', async ({ openAsAdmin }) => {
  const page = await openAsAdmin('/sys/user/list');
  await expect(page.locator('main .ant-table-row').first()).toBeVisible();
  await expect(page.locator('.tree-side')).toBeVisible();

  await page.addInitScript(() => {
    const look = new MutationObserver(() => {
      if (document.querySelector('main .ant-table-row') === null) return;
      performance.mark('rows');
      look.disconnect();
    });
    look.observe(document, { childList: true, subtree: true });
  });
  const network = await page.context().newCDPSession(page);
  await network.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  // React restarts a rendering when an answer arrives in the middle of it, which does not happen each time.
  for (let visit = 0; visit < 3; visit += 1) {
    const waiting = page.waitForResponse(/\/api\/sys\/user\/select-page\?eq=userStatus/);
    await page.reload();
    await expect(page.locator('.tree-side')).toBeVisible();
    await waiting;
    const { rows, beside, counted, asked } = await page.evaluate(() => {
      const begun = (file: RegExp) =>
        (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(({ name }) => file.test(name));
      const pages = begun(/select-page\?index=/);
      // Rows are fresh for three seconds: a slow machine that draws them later requests them again.
      const freshUntil = (pages[0]?.responseEnd ?? 0) + 3000;
      return {
        rows: performance.getEntriesByName('rows')[0]?.startTime ?? Infinity,
        beside: begun(/\/beside-[^/]+\.js$/)[0]?.startTime,
        counted: begun(/select-page\?eq=userStatus/)[0]?.startTime,
        asked: pages.filter(({ startTime }) => startTime < freshUntil).length,
      };
    });
    expect(beside).toBeGreaterThan(rows);
    expect(counted).toBeGreaterThan(rows);
    expect(asked).toBe(1);
  }
});

test('a list is styled once: nothing restyles all of it after it is drawn', async ({ openAsAdmin }) => {
  const page = await openAsAdmin('/sys/user/list');
  // Wide enough for a toolbar of one line.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();
  await expect(page.locator('main .ant-table-row').first()).toBeVisible();
  await expect(page.getByRole('toolbar', { name: '用户列表工具栏' }).getByRole('button', { name: '新增' })).toBeVisible();
  await expect(page.locator('style[rc-util-key="@ant-design-icons"]')).toHaveCount(0);
  expect(await page.locator('.list-page').getAttribute('style')).toBeNull();
});
