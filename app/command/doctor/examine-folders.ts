import { existsSync, statSync } from 'node:fs';
import { access, constants, statfs } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { newKey } from '@back-office/server/platform/storage/new-key.ts';
import { openUncheckedStorage } from '@back-office/server/platform/storage/open-storage.ts';
import type { Settings } from '@back-office/server/platform/settings.ts';
import { requireOwnDataDir } from '../../backup/check-data-dir.ts';
import { fail, type Finding, ok, warn } from './finding.ts';

const gigabyte = 1024 ** 3;

/** The folders that are written to: whether they are writable, who else can write to them, and their free space. */
export async function* examineFolders(settings: Settings, webRoot: string): AsyncGenerator<Finding> {
  const folder = resolve(settings.dataDir);
  yield existsSync(join(webRoot, 'index.html'))
    ? ok('browser part', webRoot)
    : warn('browser part', `not built yet in ${webRoot}: npm start builds it, and without it only /api answers`);
  if (!existsSync(folder)) {
    yield ok('folder', `${folder} (DATA_DIR) is not there yet: the first start makes it`);
    if (settings.s3 === undefined) return;
  } else {
    try {
      requireOwnDataDir(folder);
      await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    } catch (error) {
      yield fail(
        'folder',
        error instanceof Error && 'code' in error ? `${folder} (DATA_DIR) cannot be written: let the server's user own it` : error,
      );
      return;
    }
    const otherUsersMode = statSync(folder).mode & 0o077;
    yield otherUsersMode === 0 ? ok('folder', folder) : warn('folder', `other users may read ${folder} (DATA_DIR): chmod 700 ${folder}`);
    const { bavail, bsize } = await statfs(folder);
    const free = (bavail * bsize) / gigabyte;
    yield free < 2 ? warn('disk', `${free.toFixed(1)} GB free for ${folder}: make room`) : ok('disk', `${free.toFixed(1)} GB free`);
  }
  yield await examineStorage(settings);
}

/** Writes an object as an upload would, and removes it. */
async function examineStorage(settings: Settings): Promise<Finding> {
  const name = settings.s3 === undefined ? 'in DATA_DIR' : `in the bucket ${settings.s3.bucket}`;
  try {
    const storage = await openUncheckedStorage(settings);
    try {
      const key = newKey();
      const writer = await storage.create(key);
      await writer.write(Buffer.from('doctor'));
      await writer.close();
      await storage.remove(key);
    } finally {
      await storage.close();
    }
    return ok('storage', `files ${name}: written and removed one`);
  } catch (error) {
    return fail('storage', `files ${name} cannot be written: ${error instanceof Error ? error.message : String(error)}`);
  }
}
