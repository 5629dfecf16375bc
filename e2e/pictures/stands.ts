import type { Page } from '@playwright/test';

/** Waits until nothing is loading and nothing of the page has changed for a second. */
export async function stands(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const still = (): Promise<boolean> =>
      new Promise((done) => {
        const watcher = new MutationObserver(() => end(false));
        const timer = setTimeout(() => end(document.querySelector('[aria-busy="true"], [class*="skeleton"]') === null), 1000);
        const end = (isStill: boolean): void => {
          watcher.disconnect();
          clearTimeout(timer);
          done(isStill);
        };
        watcher.observe(document.body, { subtree: true, childList: true, attributes: true });
      });
    for (let left = 40; left > 0 && !(await still()); left -= 1);
  });
}
