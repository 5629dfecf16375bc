import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Page } from '@playwright/test';
import { signInByApi } from '../../e2e/support/api.ts';
import { goTo } from '../../e2e/support/go-to.ts';
import { openAs } from '../../e2e/support/sign-in.ts';
import { startServer } from '../../e2e/support/start-server.ts';
import { launchChromium } from '../lib/launch-chromium.ts';

const rounds = 60;
/** By then every page's code is loaded, and the caches are full. */
const warm = 20;
const lists = ['user', 'role', 'function', 'dept', 'log-opt', 'log-login'].map((name) => `/sys/${name}/list`);
const baseLists = ['org', 'dict', 'msg', 'sms', 'district'].map((name) => `/base/${name}/list`);

/**
 * A day's work in one page that is never reloaded: every list, a form and the personal centre, tabs closed, over and
 * over. Compares the page's memory afterwards with that after warming up: a page that staff keep open for eight hours
 * must not grow.
 */
export async function dayBench(scale: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'back-office-bench-'));
  const server = await startServer(folder, {});
  const browser = await launchChromium();
  try {
    const { id } = await (
      await signInByApi(server.baseURL, 'admin', server.adminPassword)
    ).save('sys/user', { userAccount: 'day', userName: '一天', userStatus: '正常' });
    const context = await browser.newContext({ baseURL: server.baseURL, locale: 'zh-CN', viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await openAs(page, 'admin', server.adminPassword, '/index');
    const devtools = await context.newCDPSession(page);
    await devtools.send('Performance.enable');
    for (let round = 0; round < warm; round += 1) await work(page, id);
    const before = await measureMemory(devtools);
    const measured = Math.max(1, Math.round(rounds * scale));
    for (let round = 0; round < measured; round += 1) await work(page, id);
    const after = await measureMemory(devtools);
    const pages = measured * (lists.length + baseLists.length + 2);
    const more = (after.heap - before.heap) / before.heap;
    console.log(`\n${pages} pages opened and closed in one page, after ${warm} rounds to warm it`);
    console.log(`  heap       ${mb(before.heap)} → ${mb(after.heap)}  at most a quarter more  ${more <= 0.25 ? 'ok' : 'TOO MUCH'}`);
    console.log(
      `  DOM nodes  ${before.nodes} → ${after.nodes}  at most a tenth more  ${after.nodes <= before.nodes * 1.1 ? 'ok' : 'TOO MUCH'}`,
    );
    console.log(`  listeners  ${before.listeners} → ${after.listeners}`);
  } finally {
    await browser.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

async function work(page: Page, user: string): Promise<void> {
  for (const path of [...lists, ...baseLists, '/profile']) {
    await goTo(page, path);
    await shown(page).locator('.ant-table, .ant-form, form').first().waitFor();
  }
  await goTo(page, `/sys/user/view/${user}?edit=1`);
  await shown(page).getByLabel('姓名').waitFor();
  await page.getByRole('tablist', { name: '已打开的页面' }).getByRole('tab').first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: '关闭全部' }).click();
  await page.getByRole('menuitem', { name: '关闭全部' }).waitFor({ state: 'hidden' });
}

const shown = (page: Page) => page.locator('.tab-page').filter({ visible: true });

interface MemoryUse {
  /** The JavaScript heap in bytes. */
  readonly heap: number;
  readonly nodes: number;
  readonly listeners: number;
}

async function measureMemory(devtools: CDPSession): Promise<MemoryUse> {
  // Objects freed by a first collection may release others for a second one.
  for (let time = 0; time < 4; time += 1) await devtools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devtools.send('Performance.getMetrics');
  const of = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return { heap: of('JSHeapUsedSize'), nodes: of('Nodes'), listeners: of('JSEventListeners') };
}
