import { expect, test } from '../support/journey.ts';

test('a list that was opened before on the machine asks for its rows while its code is still on its way', async ({ openAsAdmin }) => {
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

test('what stands beside rows is asked for after them, also where they were there before the code', async ({ openAsAdmin }) => {
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
  await network.send('Emulation.setCPUThrottlingRate', { rate: 8 });
  await page.reload();
  await expect(page.locator('.tree-side')).toBeVisible();
  const [rows, beside] = await page.evaluate(() => [
    performance.getEntriesByName('rows')[0]?.startTime,
    performance.getEntriesByType('resource').find(({ name }) => /\/beside-[^/]+\.js$/.test(name))?.startTime,
  ]);
  expect(beside).toBeGreaterThan(rows ?? Infinity);
});
