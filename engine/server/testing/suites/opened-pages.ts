import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sectionPath, subjectOf } from '@back-office/contract/office/menu.ts';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DrawnPages } from '@back-office/app/upgrade/drawn-pages.ts';
import { launchChromium } from '@back-office/app/upgrade/launch-chromium.ts';
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
    browser = await launchChromium(chromiumPath);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await app.drop();
  });

  const signedIn = async (account: string, password: string): Promise<DrawnPages> =>
    DrawnPages.signIn(browser, address, (await app.login(account, password)).data);

  const pathOf = ({ path, resource }: (typeof pages)[number]): string => path.replace(':id', ids.get(resource ?? '') ?? 'none');

  describe('for an administrator', () => {
    let admin: DrawnPages;
    beforeAll(async () => {
      admin = await signedIn('admin', app.database.adminPassword);
    }, 60_000);

    it.each(pages)('$path is drawn', async (each) => {
      expect(await admin.show(pathOf(each))).toEqual([]);
      if (each.path.endsWith('edit=1'))
        expect(await admin.page.locator('.tab-page form').filter({ visible: true }).count()).toBeGreaterThan(0);
    });
  });

  describe('for who holds nothing of it', () => {
    let outsider: DrawnPages;
    beforeAll(async () => {
      const { name } = office.resources.find((resource) => !resource.name.startsWith(`${module}/`)) ?? expect.fail('no other resource');
      const { account } = await app.userWith({ [name]: ['read'] });
      outsider = await signedIn(account, userPassword);
    }, 60_000);

    it.each(pages.filter(({ resource }) => resource !== undefined))('$path is not there', async (each) => {
      await outsider.lead(pathOf(each));
      await outsider.page.waitForURL('**/error/404');
      await outsider.page.locator('.error-page').waitFor();
      expect(await outsider.page.locator('.tab-page').filter({ visible: true }).count()).toBe(0);
    });
  });
}
