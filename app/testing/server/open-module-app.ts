import { office } from '../../office.ts';
import { modules as own } from '../../server/modules.ts';
import { makeOffice } from '@back-office/contract/office/make-office.ts';
import type { Module } from '@back-office/contract/office/module.ts';
import { prepareDatabase } from '@back-office/server/office/prepare-database.ts';
import type { ServerModule } from '@back-office/server/office/server-module.ts';
import { silentLog } from '@back-office/server/testing/silent-log.ts';
import { openTestApp, type TestApp, type TestAppParts } from './test-app.ts';
import { openTestDatabase } from './test-database.ts';

/** The whole server with this module beside our own, on a fresh database. */
export async function openModuleApp(module: Module, server: ServerModule, more: TestAppParts = {}): Promise<TestApp> {
  const database = await openTestDatabase();
  const parts = { office: makeOffice([...office.modules, module]), modules: [...own, server] };
  await prepareDatabase(database, { log: silentLog, ...parts });
  return openTestApp({ database, ...parts, ...more });
}
