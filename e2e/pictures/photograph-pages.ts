import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import type { Api } from '../support/api.ts';
import { goTo } from '../support/go-to.ts';
import { pathsOf } from '../support/page-paths.ts';
import { openAs } from '../support/sign-in.ts';
import { looks } from './looks.ts';
import type { Demo } from './start-demo.ts';
import { stands } from './stands.ts';

/** Takes screenshots of every page, wide and narrow, light and dark, into the folder, to judge how they look. */
export async function photographPages(browser: Browser, demo: Demo, api: Api, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [width, colorScheme] of fourLooks) {
    const context = await browser.newContext({ ...looks[width], baseURL: demo.baseURL, colorScheme });
    const page = await context.newPage();
    for (const path of ['/login', '/register', '/error/404']) await photographPage(page, () => page.goto(path), path);
    await openAs(page, 'admin', demo.password);
    for (const path of await pathsOf(page, api)) await photographPage(page, () => goTo(page, path), path);
    await context.close();

    async function photographPage(of: Page, open: () => Promise<unknown>, path: string): Promise<void> {
      await open();
      await stands(of);
      await of.screenshot({ path: join(folder, `${nameOf(path)}-${width}-${colorScheme}.png`) });
    }
  }
}

const fourLooks = (['wide', 'phone'] as const).flatMap((width) => (['light', 'dark'] as const).map((scheme) => [width, scheme] as const));

/** /sys/user/view/0190… as sys-user-view. */
const nameOf = (path: string): string =>
  path
    .slice(1)
    .replace(/\/[0-9a-f-]{36}$/, '')
    .replaceAll('/', '-');
