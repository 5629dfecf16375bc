import type { ModuleSettings } from '@back-office/server/platform/module-settings.ts';
import type { Settings } from '@back-office/server/platform/settings.ts';
import pino from 'pino';
import { office } from '../../office.ts';
import { assembleServer } from '../../server/assemble-server.ts';
import { unofferedRights } from '@back-office/server/office/unoffered-rights.ts';
import { fail, type Finding, ok, warn } from './finding.ts';
import { noDatabase, noStorage } from './nothing-behind.ts';

interface Place {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly moduleSettings: ModuleSettings;
  /** The built browser part. */
  readonly webRoot: string;
}

/** Assembles the server as a start does, with nothing behind it: declarations, and the calls and jobs of every feature. */
export async function examineServer(settings: Settings, place: Place): Promise<Finding[]> {
  const database = noDatabase();
  const log = pino({ level: 'silent' });
  try {
    const app = await assembleServer(settings, { ...place, database, storage: noStorage, log });
    await app.close();
    return [
      ok('modules', `${office.modules.map(({ name }) => name).join(', ')}, with ${office.resources.length} resources`),
      ...unofferedRights(app.declaredRights, office).map((sentence) => warn('rights', sentence)),
    ];
  } catch (error) {
    return [fail('modules', error)];
  } finally {
    await database.close();
  }
}
