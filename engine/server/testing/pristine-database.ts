import { constants, existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { openDatabase } from '../platform/database/open-database.ts';
import { silentLog } from './silent-log.ts';

const cache = join(import.meta.dirname, '../../../node_modules/.cache/back-office');

/**
 * Puts an empty embedded database into `dataDir`. Creating one takes seconds, so it is created once for this version of
 * PGlite, cached in `node_modules/.cache`, and copied.
 */
export async function copyPristineDatabase(dataDir: string): Promise<void> {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const { version } = JSON.parse(await readFile(join(dirname(entry), '../package.json'), 'utf8')) as { version: string };
  const kept = join(cache, `embedded-${version}`);
  if (!existsSync(kept)) await makePristine(kept);
  await copyDatabase(kept, join(dataDir, 'database'));
}

/** Copies the folder of a closed embedded database. */
export async function copyDatabase(from: string, to: string): Promise<void> {
  // A clone, if the file system supports it, takes no time and no space.
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
