import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { startServer } from '../../e2e/support/start-server.ts';
import { signIn } from '../../e2e/support/sign-in.ts';
import { type PageConditions, type PageMeasure, measurePage } from '../../e2e/support/measure-page.ts';
import { launchChromium } from '../lib/launch-chromium.ts';
import { ms } from '../lib/measure.ts';

const runs = 7;
const signInThere = '.captcha span';
const homeThere = 'main .home a';
const rowsThere = 'main .ant-table-row';
const listPath = '/sys/user/list';

/** Upper limits of the measurements, in milliseconds, bytes or shift; the docs quote the issue on the comparison. */
type Limits = Partial<PageMeasure>;

/** Opens the sign-in page and the home page like somebody far away with a slow machine, on the product's own server. */
export async function signInBench(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'back-office-bench-'));
  const server = await startServer(folder, { REGISTRATION: 'approval' });
  const browser = await launchChromium();
  try {
    const session = await sessionOf(browser, server.baseURL, server.adminPassword);
    const open = (path: string, there: string, how: PageConditions) => openTimes(browser, server.baseURL + path, there, how);
    print('sign-in page', await open('/login', signInThere, { slow: true }), {
      bytes: 85_000,
      painted: 700,
      usable: 1_300,
      longestTask: 200,
      shift: 0,
    });
    print('home page, cold', await open('/index', homeThere, { slow: true, session }), {
      bytes: 250_000,
      usable: 2_500,
      longestTask: 100,
      shift: 0,
    });
    print('list of people, cold', await open(listPath, rowsThere, { slow: true, session }), {
      bytes: 320_000,
      usable: 2_800,
      longestTask: 120,
      shift: 0,
    });
    print('list of people, second visit', await againTimes(browser, server.baseURL + listPath, session), { usable: 900, shift: 0 });
    const opened = await fromMenu(browser, server.baseURL, session);
    console.log(
      `\npages opened from the menu, their code there, without slowing: rows after ${ms(opened)} (median)  at most 150 ms  ${opened <= 150 ? 'ok' : 'TOO MUCH'}`,
    );
  } finally {
    await browser.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function sessionOf(browser: Browser, baseURL: string, password: string): Promise<Record<string, string>> {
  const context = await browser.newContext({ baseURL, locale: 'zh-CN' });
  const page = await context.newPage();
  await signIn(page, 'admin', password);
  const session = await page.evaluate(() => Object.fromEntries(Object.entries(sessionStorage)) as Record<string, string>);
  await context.close();
  return session;
}

async function openTimes(browser: Browser, url: string, there: string, how: PageConditions): Promise<PageMeasure[]> {
  const weighed: PageMeasure[] = [];
  for (let run = 0; run < runs; run += 1) {
    const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } });
    weighed.push(await measurePage(context, url, there, how));
    await context.close();
  }
  return weighed;
}

/** The page again, in a new window of a browser with a warm cache. */
async function againTimes(browser: Browser, url: string, session: Record<string, string>): Promise<PageMeasure[]> {
  const weighed: PageMeasure[] = [];
  for (let run = 0; run < runs; run += 1) {
    const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } });
    await measurePage(context, url, rowsThere, { session });
    weighed.push(await measurePage(context, url, rowsThere, { session, slow: true }));
    await context.close();
  }
  return weighed;
}

/** The median of the milliseconds from a click on a menu entry to its rows, once the browser has finished prefetching. */
async function fromMenu(browser: Browser, baseURL: string, session: Record<string, string>): Promise<number> {
  const times: number[] = [];
  const context = await browser.newContext({ baseURL, locale: 'zh-CN', viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript((values) => Object.entries(values).forEach(([key, value]) => sessionStorage.setItem(key, value)), session);
  await page.goto(listPath);
  await page.locator(rowsThere).first().waitFor();
  // Prefetching happens while the page is idle. A shared worker keeps the network from ever being idle.
  await page.waitForTimeout(6_000);
  for (const path of ['/sys/role/list', '/sys/log-login/list', '/sys/log-opt/list', '/sys/function/list'])
    times.push(
      await page.evaluate(
        async ([to, there]) => {
          const link = document.querySelector<HTMLElement>(`.shell-menu a[href="${to.replace(/\/list$/, '')}"]`);
          if (link === null) throw new Error(`The menu has no entry that leads to ${to}`);
          const begin = performance.now();
          link.click();
          const drawn = (): boolean => location.pathname === to && document.querySelector(`section:not([style*="none"]) ${there}`) !== null;
          while (!drawn()) {
            if (performance.now() - begin > 10_000) throw new Error(`${to} shows no rows`);
            await new Promise((resolve) => requestAnimationFrame(resolve));
          }
          return performance.now() - begin;
        },
        [path, '.ant-table-row'] as const,
      ),
    );
  await context.close();
  return times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0;
}

/** The median of each measurement, with its limit. */
function print(name: string, weighed: readonly PageMeasure[], limits: Limits): void {
  console.log(`\n${name}, 1.6 Mbit/s, 150 ms, processor slowed 4 times, median of ${weighed.length}`);
  for (const figure of ['bytes', 'later', 'painted', 'usable', 'longestTask', 'shift'] as const) {
    const median = weighed.map((one) => one[figure]).toSorted((one, other) => one - other)[weighed.length >> 1] ?? 0;
    const limit = limits[figure];
    const formatFigure = (value: number): string =>
      figure === 'bytes' || figure === 'later' ? `${(value / 1000).toFixed(1)} KB` : figure === 'shift' ? value.toFixed(3) : ms(value);
    const verdict = limit === undefined ? '' : `  at most ${formatFigure(limit)}  ${median <= limit ? 'ok' : 'TOO MUCH'}`;
    console.log(`  ${figure.padEnd(12)} ${formatFigure(median).padStart(9)}${verdict}`);
  }
}
