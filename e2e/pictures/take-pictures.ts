import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { signInByApi } from '../support/api.ts';
import { photographPages } from './photograph-pages.ts';
import { takeScenes } from './scenes.ts';
import { startDemo } from './start-demo.ts';

/*
 * `npm run pictures`: takes the pictures of docs/pictures/ from a demo created for them. Names of scenes as arguments take only
 * those; `--every=<folder>` takes every page wide and narrow, light and dark, into a folder, for review.
 */
const asked = process.argv.slice(2);
const every = asked.find((argument) => argument.startsWith('--every='))?.slice('--every='.length);

const folder = await mkdtemp(join(tmpdir(), 'pictures-'));
await mkdir(resolve(import.meta.dirname, '../../docs/pictures'), { recursive: true });
const demo = await startDemo(folder);
const executablePath = process.env['CHROMIUM_PATH'];
const args = process.getuid?.() === 0 ? ['--no-sandbox', '--disable-gpu'] : ['--disable-gpu'];
const browser = await chromium.launch({ args, ...(executablePath === undefined ? {} : { executablePath }) });
try {
  const api = await signInByApi(demo.baseURL, 'admin', demo.password);
  if (every !== undefined) await photographPages(browser, demo, api, resolve(every));
  else await takeScenes(browser, demo, api, asked);
} finally {
  await browser.close();
  await demo.stop();
  await rm(folder, { recursive: true, force: true });
}
