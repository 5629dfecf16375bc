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
