import { constants, existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { openDatabase } from '../platform/database/open-database.ts';
import { silentLog } from './silent-log.ts';

const cache = join(import.meta.dirname, '../../../node_modules/.cache/back-office');

/**
 * Puts an empty embedded database into `dataDir`. Making one takes seconds, so it is made once
 * for this version of PGlite, kept in `node_modules/.cache`, and copied.
 */
export async function copyPristineDatabase(dataDir: string): Promise<void> {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const { version } = JSON.parse(await readFile(join(dirname(entry), '../package.json'), 'utf8')) as { version: string };
  const kept = join(cache, `embedded-${version}`);
  if (!existsSync(kept)) await makePristine(kept);
  await copyDatabase(kept, join(dataDir, 'database'));
}

/** Copies the folder of an embedded database that is closed. */
export async function copyDatabase(from: string, to: string): Promise<void> {
  // A clone, where the file system can do that, takes no time and no space.
  await cp(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE });
}

async function makePristine(kept: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  const dataDir = await mkdtemp(join(cache, 'making-'));
  const database = await openDatabase({ dataDir, timeZone: 'UTC', log: silentLog });
  await database.close();
  // Another run may have been faster; its folder is as good.
  await rename(join(dataDir, 'database'), kept).catch(() => undefined);
  await rm(dataDir, { recursive: true, force: true });
}
