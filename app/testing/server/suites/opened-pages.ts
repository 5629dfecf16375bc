import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { subjectOf } from '@back-office/contract/office/menu.ts';
import type { Module } from '@back-office/contract/office/module.ts';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DrawnPages } from '../../../upgrade/drawn-pages.ts';
import { launchChromium } from '../../../upgrade/launch-chromium.ts';
import { sectionPages } from '../../../upgrade/section-pages.ts';
import { Samples } from '../samples.ts';
import { type TestApp, userPassword } from '../test-app.ts';
import type { Suite } from './suite.ts';

interface Opened extends Suite {
  /** The module whose pages are opened, together with pages of other modules that it changes. */
  readonly module: Module;
  /** The names of its cards on the home page; by default whichever are drawn. */
  readonly cards?: readonly string[] | undefined;
}

/** The built browser part and the browser, if both are available; `npm test` provides them. */
const { TEST_WEB_ROOT: webRoot = '', CHROMIUM_PATH: chromiumPath = '' } = process.env;
const isBuilt = existsSync(join(webRoot, 'index.html'));

/**
 * Opens every page of a module in Chromium, over HTTP: of each entry of its menu, and of each resource of others that it adds fields to or
 * wraps, the list, a record with its tabs, its form and an empty one; its own pages; the home page with its cards. For an administrator each
 * must open without an error, in the page or in the console, with every added field in its form; a person without rights on the module must
 * find none of its own pages. Without a built browser part or without CHROMIUM_PATH this is skipped, with the reason.
 */
export function openedPages({ open, office, resources, chosen = {}, module, cards }: Opened): void {
  const { name: own } = module;
  const testedResources = new Set(resources.map(({ name }) => name));
  const isOwn = (subject: string): boolean => subject.startsWith(`${own}/`);
  const sections = office.menu
    .flatMap(({ sections: all }) => all)
    .filter((entry) => isOwn(subjectOf(entry)) || testedResources.has(subjectOf(entry)));
  const ownPages = office.pages.filter(({ path, name }) => name.startsWith(own) && !path.includes(':'));
  // A resource that nobody saves has no record to open here: only its list is opened.
  const isSaved = (resource: string): boolean => resources.some(({ name, operations }) => name === resource && operations.includes('save'));
  const pages: { path: string; resource?: string }[] = [
    ...sections
      .flatMap((section) => sectionPages(office, section).map((path) => ({ path, resource: subjectOf(section) })))
      .filter(({ path, resource }) => !path.includes(':id') || isSaved(resource)),
    ...ownPages.map(({ path }) => ({ path })),
  ];
  if (!isBuilt || chromiumPath === '') {
    it('are opened in Chromium', ({ skip }) =>
      skip(
        `no page is opened, since ${isBuilt ? 'CHROMIUM_PATH names no Chromium' : 'the browser part is not built'}: npm test does both`,
      ));
    return;
  }

  let app: TestApp;
  let browser: Browser;
  let address: string;
  const ids = new Map<string, string>();
  /** Resources to close, in this order: if the samples fail, only their error is reported. */
  const closers: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    app = await open({ webRoot, routerMode: 'remote' });
    closers.push(() => app.drop());
    const samples = new Samples(app, await app.admin(), { office, chosen });
    for (const resource of resources.filter(({ operations }) => operations.includes('save')))
      ids.set(resource.name, (await samples.save(resource)).id);
    address = await app.server.listen({ host: '127.0.0.1', port: 0 });
    browser = await launchChromium(chromiumPath);
    closers.unshift(() => browser.close());
  }, 120_000);
  afterAll(async () => {
    for (const close of closers) await close();
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
      if (each.path.endsWith('/view/:id')) expect(await admin.showTabs()).toEqual([]);
      if (!each.path.endsWith('edit=1')) return;
      const form = admin.shown.locator('form').filter({ visible: true });
      // Its page may already exist, as that of the record being read.
      await form.first().waitFor();
      for (const label of addedLabels(module, each.resource)) expect(await form.getByLabel(label).count(), label).toBeGreaterThan(0);
    });

    it('/index is drawn, with its cards', async () => {
      expect(await admin.show('/index')).toEqual([]);
      const all = await admin.shown.locator(`[data-card^="${own}-"]`).all();
      const drawn = await Promise.all(all.map((card) => card.getAttribute('data-card')));
      expect(new Set(drawn)).toEqual(new Set(cards ?? drawn));
    });
  });

  describe('for a person without rights on the module', () => {
    let outsider: DrawnPages;
    beforeAll(async () => {
      const { name } = office.resources.find((resource) => !testedResources.has(resource.name)) ?? expect.fail('no other resource');
      const { account } = await app.userWith({ [name]: ['read'] });
      outsider = await signedIn(account, userPassword);
    }, 60_000);

    it.each(pages.filter(({ resource = '' }) => isOwn(resource)))('$path is not found', async (each) => {
      await outsider.navigate(pathOf(each));
      await outsider.page.waitForURL('**/error/404');
      await outsider.page.locator('.error-page').waitFor();
      expect(await outsider.page.locator('.tab-page').filter({ visible: true }).count()).toBe(0);
    });
  });
}

/** The labels of the fields that the module adds to the form of another's resource. */
const addedLabels = ({ features }: Module, resource?: string): string[] =>
  features
    .flatMap(({ extend = [] }) => extend)
    .filter((extension) => extension.resource === resource)
    .flatMap(({ form = [], fields }) => form.flatMap((name) => fields[name]?.label ?? []));
