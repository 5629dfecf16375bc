import { existsSync, renameSync, rmSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { startEmbeddedThread } from './start-embedded-thread.ts';

/**
 * Creates an empty embedded database in `folder`. It is built in a folder beside it and moved there once it is complete
 * and on disk, so that a first start that is killed leaves nothing that looks like a database. The remains of such a
 * start are removed: they never held any data.
 */
export async function makeDatabaseFolder(folder: string): Promise<void> {
  const unfinished = `${folder}.unfinished`;
  if (existsSync(unfinished)) rmSync(unfinished, { recursive: true });
  // In its own thread, so that the memory that this takes (400 MB) is released.
  await startEmbeddedThread({ folder: unfinished }).expect('closed');
  await syncTree(unfinished);
  renameSync(unfinished, folder);
  await syncPath(dirname(folder));
}

/** All at once: the system then writes its journal once for many files instead of once for each. */
async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  await Promise.all(
    entries.map((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? syncTree(path) : syncPath(path);
    }),
  );
  await syncPath(folder);
}

async function syncPath(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
