import { recordIn } from '@back-office/contract/record-in.ts';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The size that a save may add to a table and its indexes. */
const bytes = Buffer.alloc(64 * 1024);
/** The probe file is removed each time: overwriting an existing file needs no room. */
const probe = '.room';

/** False if the folder accepts no more data, because of a full disk or quota, or a file system that has become read-only. */
export async function hasDiskSpace(folder: string): Promise<boolean> {
  const path = join(folder, probe);
  try {
    await writeFile(path, bytes, { mode: 0o600 });
    return true;
  } catch (error) {
    return !['ENOSPC', 'EDQUOT', 'EROFS'].includes(String(recordIn(error)['code']));
  } finally {
    await rm(path, { force: true }).catch(() => undefined);
  }
}
