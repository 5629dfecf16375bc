import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { signInByApi } from '../support/api.ts';
import { openAs } from '../support/sign-in.ts';
import { scenes, take } from './scenes.ts';
import { startDemo } from './start-demo.ts';

/*
 * `npm run pictures`: the pictures of docs/pictures/, taken of a demo that is made for them. Names of scenes as arguments take
 * those alone.
 */
const asked = process.argv.slice(2);
const looks = {
  wide: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
} as const;

const folder = await mkdtemp(join(tmpdir(), 'pictures-'));
await mkdir(resolve(import.meta.dirname, '../../docs/pictures'), { recursive: true });
const demo = await startDemo(folder);
const executablePath = process.env['CHROMIUM_PATH'];
const args = process.getuid?.() === 0 ? ['--no-sandbox', '--disable-gpu'] : ['--disable-gpu'];
const browser = await chromium.launch({ args, ...(executablePath === undefined ? {} : { executablePath }) });
try {
  const api = await signInByApi(demo.baseURL, 'admin', demo.password);
  for (const scene of scenes.filter(({ name }) => asked.length === 0 || asked.includes(name))) {
    const context = await browser.newContext({
      ...looks[scene.look === 'phone' ? 'phone' : 'wide'],
      baseURL: demo.baseURL,
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
      colorScheme: scene.look === 'dark' ? 'dark' : 'light',
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await openAs(page, 'admin', demo.password, typeof scene.path === 'string' ? scene.path : await scene.path(api));
    await take(page, api, scene);
    await context.close();
  }
} finally {
  await browser.close();
  await demo.stop();
  await rm(folder, { recursive: true, force: true });
}
