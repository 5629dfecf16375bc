import { expect, type Page } from '@playwright/test';

/** Navigates the application to a page's path without reloading, like the browser's forward button. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    const { idx = 0 } = (history.state ?? {}) as { idx?: number };
    history.pushState({ idx: idx + 1, key: crypto.randomUUID() }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }));
  }, path);
  const [pathname = ''] = path.split('?');
  await expect(page.locator('.tabs-strip [aria-selected=true]')).toHaveAttribute('data-key', pathname);
}
