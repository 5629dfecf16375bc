import { office as product } from '../../office.ts';
import { modules as productModules } from '../../server/modules.ts';
import { makeOffice } from '@back-office/contract/office/make-office.ts';
import type { Module } from '@back-office/contract/office/module.ts';
import { describe, it } from 'vitest';
import { prepareDatabase } from '@back-office/server/office/prepare-database.ts';
import type { ServerModule } from '@back-office/server/office/server-module.ts';
import { openModuleApp } from './open-module-app.ts';
import type { Chosen } from './samples.ts';
import { everyPage } from './suites/every-page.ts';
import { everyResource } from './suites/every-resource.ts';
import { everyRight } from './suites/every-right.ts';
import { everyRoute } from './suites/every-route.ts';
import { openedPages } from './suites/opened-pages.ts';
import { rightsMatrix } from './suites/rights-matrix.ts';
import { silentLog } from '@back-office/server/testing/silent-log.ts';
import { openTestApp, type TestAppParts } from './test-app.ts';

/** What a module's tests need besides its declarations. */
export interface TestedModule {
  /** The server side of the module, if the tested office does not list the module. */
  readonly server?: ServerModule;
  /** The rights of the module's own calls: `PUT /api/acme/agreement/sign/:id  acme/agreement edit`. */
  readonly calls?: readonly string[];
  /** Values that the module's rules prescribe, by resource and field. */
  readonly values?: Chosen;
  /** Mandatory settings of the module, by name. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The names of the module's cards on the home page, all of which an administrator must find there. */
  readonly cards?: readonly string[];
}

/**
 * Tests a module as ours are tested, from its declarations: whether a start accepts it, the life of a record of each
 * resource that it declares, adds fields to or wraps, what their lists find and how they sort, who may make their
 * calls, every route against its required right, hostile input on every route, and, if Chromium is available, every
 * page of its menu, those of the resources that it changes, the tabs of records and the home page. Call it in a test
 * file, once for each module.
 * @example
 * const acme: Module = { name: 'acme', features: [] };
 * testModule(acme, {
 *   calls: ['PUT /api/acme/agreement/sign/:id acme/agreement edit'],
 *   values: { 'sys/org': { orgRemark: '已备案' } },
 * });
 */
export function testModule(module: Module, { server, calls = [], values = {}, environment = {}, cards }: TestedModule = {}): void {
  const isListed = product.modules.some(({ name }) => name === module.name);
  const office = isListed ? product : makeOffice([...product.modules, module]);
  const onServer = server ?? productModules.find(({ name }) => name === module.name) ?? { name: module.name, features: [] };
  const open = (parts: TestAppParts = {}) =>
    isListed ? openTestApp({ environment, ...parts }) : openModuleApp(module, onServer, { environment, ...parts });
  const touched = new Set([
    ...module.features.flatMap(({ extend = [] }) => extend.map(({ resource }) => resource)),
    ...onServer.features.flatMap(({ wrap = {} }) => Object.keys(wrap)),
  ]);
  const resources = office.resources.filter(({ name }) => name.startsWith(`${module.name}/`) || touched.has(name));
  const modules = isListed ? productModules : [...productModules, onServer];
  const isOurs = (url: string): boolean => url.startsWith(`/api/${module.name}/`);
  const suite = { open, office, resources, chosen: values };
  describe(`the module ${module.name}`, () => {
    it('is accepted by a start: the database contains what is declared, and nothing else', async () => {
      const app = await open();
      try {
        await prepareDatabase(app.database, { log: silentLog, office, modules });
      } finally {
        await app.drop();
      }
    });
    describe('records', () => everyResource(suite));
    describe('rights', () => everyRight(suite));
    describe('lists', () => everyPage(suite));
    describe('pages', () => openedPages({ ...suite, module, cards }));
    describe('routes', () => rightsMatrix({ open, office, calls, isOurs }));
    describe('hostile input', () => everyRoute({ ...suite, calls, isOurs, looksAtRefusals: true }));
  });
}
