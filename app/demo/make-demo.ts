import pino from 'pino';
import { openStorage } from '@back-office/server/platform/storage/open-storage.ts';
import { openDatabase } from '@back-office/server/platform/database/open-database.ts';
import { prepareDatabase } from '@back-office/server/office/prepare-database.ts';
import { readModuleSettings } from '@back-office/server/platform/module-settings.ts';
import type { Settings } from '@back-office/server/platform/settings.ts';
import { office } from '../office.ts';
import { createApp } from '../server/app.ts';
import { modules } from '../server/modules.ts';
import { demoPassword } from './accounts.ts';
import { fillDemo } from './fill-demo.ts';

/** Creates the demo in the folder of the settings: an embedded database, filled by a server that does not listen. */
export async function makeDemo(settings: Settings, environment: Readonly<Record<string, string | undefined>>): Promise<void> {
  const log = pino({ level: 'warn' });
  const { dataDir, timeZone } = settings;
  const database = await openDatabase({ url: undefined, dataDir, timeZone, log });
  try {
    await prepareDatabase(database, { log, office, modules, adminPassword: demoPassword, keep: true });
    const storage = await openStorage(settings, database.db);
    const moduleSettings = readModuleSettings(modules, environment);
    // Nobody calls it by an address.
    const unseen = { ...settings, publicUrl: undefined };
    const app = await createApp({ database, storage, settings: unseen, moduleSettings, log, clock: () => new Date(), webRoot: undefined });
    try {
      await fillDemo(app, database.pool, demoPassword);
    } finally {
      await app.close();
    }
  } finally {
    await database.close();
  }
}
