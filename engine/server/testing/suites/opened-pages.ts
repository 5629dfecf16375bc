import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sectionPath, subjectOf } from '@back-office/contract/office/menu.ts';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Samples } from '../samples.ts';
import { type TestApp, userPassword } from '../test-app.ts';
import type { Suite } from './suite.ts';

interface Opened extends Suite {
  /** The module whose pages are opened. */
  readonly module: string;
}

/** The built browser part and the browser, where both are to be had; `npm test` sees to it. */
const { TEST_WEB_ROOT: webRoot = '', CHROMIUM_PATH: chromiumPath = '' } = process.env;
const isBuilt = existsSync(join(webRoot, 'index.html'));

/**
 * Opens every page of a module in Chromium, over HTTP: of each entry of its menu the list, a record, the form of it and an
 * empty one, and its own pages. An administrator finds each without an error, in the page or in the console; who
 * holds nothing of it finds none. Without a built browser part or without CHROMIUM_PATH it says that it did not look.
 */
export function openedPages({ open, office, resources, chosen = {}, module }: Opened): void {
  const sections = office.menu.flatMap(({ sections: all }) => all).filter((entry) => subjectOf(entry).startsWith(`${module}/`));
  const ownPages = office.pages.filter(({ path, name }) => name.startsWith(module) && !path.includes(':'));
  const pages: { path: string; resource?: string }[] = [
    ...sections.flatMap((section) => pathsOf(section).map((path) => ({ path, resource: subjectOf(section) }))),
    ...ownPages.map(({ path }) => ({ path })),
  ];
  /** The list, and what of a record is drawn. */
  function pathsOf(entry: (typeof sections)[number]): string[] {
    const path = sectionPath(entry);
    if ('page' in entry) return [path];
    const { operations } = office.resourceOf(entry.resource);
    const ofRecord = operations.includes('select') ? ['/view/:id'] : [];
    const ofForm = operations.includes('save') ? ['/view/:id?edit=1', '/view/new?edit=1'] : [];
    return ['/list', ...ofRecord, ...ofForm].map((ending) => `${path}${ending}`);
  }
  if (!isBuilt || chromiumPath === '') {
    it(`opens no page, since ${isBuilt ? 'CHROMIUM_PATH names no Chromium' : 'its browser part is not built'}: npm test does both`, () =>
      undefined);
    return;
  }

  let app: TestApp;
  let browser: Browser;
  let address: string;
  const ids = new Map<string, string>();
  beforeAll(async () => {
    app = await open({ webRoot, routerMode: 'remote' });
    const samples = new Samples(app, await app.admin(), { office, chosen });
    for (const resource of resources.filter(({ operations }) => operations.includes('save')))
      ids.set(resource.name, (await samples.saved(resource)).id);
    address = await app.server.listen({ host: '127.0.0.1', port: 0 });
    const { chromium } = await import('playwright');
    browser = await chromium.launch({ executablePath: chromiumPath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await app.drop();
  });

  /** A page of the application as this account finds it, with what goes wrong in it. */
  async function signedIn(account: string, password: string): Promise<{ page: Page; errors: string[] }> {
    const { data } = await app.login(account, password);
    const page = await browser.newPage({ locale: 'zh-CN', reducedMotion: 'reduce' });
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await page.goto(`${address}/healthz`);
    // The keys of docs/spec.md 3, as after a reload.
    const keys = { ...data.roles, rolesCredentials: JSON.stringify(data) };
    await page.evaluate((session) => {
      for (const [key, value] of Object.entries(session)) if (typeof value === 'string') sessionStorage.setItem(key, value);
    }, keys);
    await page.goto(`${address}/index`);
    await page.getByRole('navigation', { name: '主菜单' }).waitFor({ state: 'attached' });
    return { page, errors };
  }

  const pathOf = ({ path, resource }: (typeof pages)[number]): string => path.replace(':id', ids.get(resource ?? '') ?? 'none');

  describe('for an administrator', () => {
    let admin: Awaited<ReturnType<typeof signedIn>>;
    beforeAll(async () => {
      admin = await signedIn('admin', app.database.adminPassword);
    }, 60_000);

    it.each(pages)('$path is drawn', async (each) => {
      const { page, errors } = admin;
      errors.length = 0;
      await lead(page, pathOf(each));
      const shown = page.locator('.tab-page').filter({ visible: true });
      await shown.waitFor();
      await settled(page);
      expect(await shown.locator('.trouble').allInnerTexts()).toEqual([]);
      expect((await shown.innerText()).trim()).not.toBe('');
      if (each.path.endsWith('edit=1')) expect(await shown.locator('form').count()).toBeGreaterThan(0);
      expect(errors).toEqual([]);
    });
  });

  describe('for who holds nothing of it', () => {
    let outsider: Page;
    beforeAll(async () => {
      const { name } = office.resources.find((resource) => !resource.name.startsWith(`${module}/`)) ?? expect.fail('no other resource');
      const { account } = await app.userWith({ [name]: ['read'] });
      ({ page: outsider } = await signedIn(account, userPassword));
    }, 60_000);

    it.each(pages.filter(({ resource }) => resource !== undefined))('$path is not there', async (each) => {
      await lead(outsider, pathOf(each));
      await outsider.waitForURL('**/error/404');
      await outsider.locator('.error-page').waitFor();
      expect(await outsider.locator('.tab-page').filter({ visible: true }).count()).toBe(0);
    });
  });
}

/** Leads the application to a path without loading it again, as going forward in the browser would. */
const lead = (page: Page, path: string): Promise<void> =>
  page.evaluate(`{
    const { idx = 0 } = history.state ?? {};
    history.pushState({ idx: idx + 1, key: crypto.randomUUID() }, '', ${JSON.stringify(path)});
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }`);

/** Until nothing is on its way any more: neither a skeleton nor a turning sign. */
const settled = (page: Page): Promise<void> =>
  expect
    .poll(() => page.locator('.ant-skeleton, .bones, .ant-spin-spinning').filter({ visible: true }).count(), { timeout: 10_000 })
    .toBe(0);
