import { expect, type Page } from '@playwright/test';

/** Ends the page's session on the server, without notifying the page. */
export async function endOnServer(page: Page): Promise<void> {
  // First waits for requests that the page sends by itself after its rows.
  const countRequests = () => page.evaluate(() => performance.getEntriesByType('resource').length);
  await expect
    .poll(async () => {
      const before = await countRequests();
      await page.waitForTimeout(700);
      return (await countRequests()) - before;
    })
    .toBe(0);
  const answer = await page.evaluate(async () => {
    const stored = JSON.parse(sessionStorage.getItem('rolesCredentials') ?? '') as { credentials: { accessToken: string } };
    return (await fetch('/api/logout', { headers: { Authorization: stored.credentials.accessToken } })).status;
  });
  expect(answer).toBe(200);
}
