import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { stands } from './stands.ts';

const folder = resolve(import.meta.dirname, '../../docs/pictures');

/** Takes a screenshot of the window once nothing loads and moves, as `docs/pictures/{name}.webp`. */
export async function photograph(page: Page, name: string): Promise<void> {
  await stands(page);
  // Playwright's own pictures are PNG and JPEG; for text and lines WebP takes a third of either.
  const client = await page.context().newCDPSession(page);
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  // The guide has many, and shows them beside a text.
  const y = await page.evaluate(() => scrollY);
  const clip = { x: 0, y, width, height, scale: name.includes('/') ? 1 : width < 600 ? 2 : 1.4 };
  const { data } = await client.send('Page.captureScreenshot', { format: 'webp', quality: 82, clip });
  const bytes = Buffer.from(data, 'base64');
  const file = join(folder, `${name}.webp`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, bytes);
  process.stdout.write(`${name}.webp  ${(bytes.length / 1024).toFixed(0)} KB\n`);
}
