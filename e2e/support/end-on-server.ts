import { expect, type Page } from '@playwright/test';

/** Ends the page's session on the server, without notifying the page. */
export async function endOnServer(page: Page): Promise<void> {
  // First waits for requests that the page sends by itself: after its rows, and notices once more when its connection is there (until-connected.ts).
  const countRequests = () =>
    page.evaluate(() => {
      const paths = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
      return { all: paths.length, notices: paths.filter((path) => path === '/api/sys/msg/list').length };
    });
  await expect
    .poll(async () => {
      const before = await countRequests();
      await page.waitForTimeout(700);
      const now = await countRequests();
      return now.notices >= 2 && now.all === before.all;
    })
    .toBe(true);
  const answer = await page.evaluate(async () => {
    const stored = JSON.parse(sessionStorage.getItem('rolesCredentials') ?? '') as { credentials: { accessToken: string } };
    return (await fetch('/api/logout', { headers: { Authorization: stored.credentials.accessToken } })).status;
  });
  expect(answer).toBe(200);
}
