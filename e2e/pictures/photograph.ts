import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';

const folder = resolve(import.meta.dirname, '../../docs/pictures');

/** Photographs what the window shows, once nothing loads and moves, as `docs/pictures/{name}.webp`. */
export async function photograph(page: Page, name: string): Promise<void> {
  await stands(page);
  // The driver's own pictures are PNG and JPEG; of text and lines WebP takes a third of either.
  const client = await page.context().newCDPSession(page);
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  const clip = { x: 0, y: 0, width, height, scale: width < 600 ? 2 : 1.4 };
  const { data } = await client.send('Page.captureScreenshot', { format: 'webp', quality: 82, clip });
  const bytes = Buffer.from(data, 'base64');
  await writeFile(join(folder, `${name}.webp`), bytes);
  process.stdout.write(`${name}.webp  ${(bytes.length / 1024).toFixed(0)} KB\n`);
}

/** Waits until nothing is loading and a second has passed in which nothing of the page changed. */
async function stands(page: Page): Promise<void> {
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
