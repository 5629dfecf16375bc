import { recordIn } from '@back-office/contract/record-in.ts';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** As much as a save may add to a table and its indexes. */
const bytes = Buffer.alloc(64 * 1024);
/** What is written is left away again: rewriting what stands there needs no room. */
const probe = '.room';

/** False where a full disk or quota, or one that is only read by now, takes no more of what is written into the folder. */
export async function hasRoom(folder: string): Promise<boolean> {
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
