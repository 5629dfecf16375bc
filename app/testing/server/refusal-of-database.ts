import { tmpdir } from 'node:os';
import { openDatabase } from '@back-office/server/platform/database/open-database.ts';
import type { Settings } from '@back-office/server/platform/settings.ts';
import { StartError } from '@back-office/server/platform/start-error.ts';
import { silentLog } from '@back-office/server/testing/silent-log.ts';
import { testTimeZone } from './test-template.ts';

/** The message with which a start refuses the database of this address; undefined if it is accepted. Throws any other error. */
export async function refusalOfDatabase(
  url: string,
  { liveBus }: Pick<Settings, 'liveBus'> = { liveBus: 'notify' },
): Promise<string | undefined> {
  try {
    const database = await openDatabase({ url, liveBus, dataDir: tmpdir(), timeZone: testTimeZone, log: silentLog });
    await database.close();
    return undefined;
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
}
