import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '@back-office/server/platform/start-error.ts';

/**
 * Refuses a DATA_DIR that belongs to another user than this process's: the server could not open files that this
 * process, for example as root, would leave there.
 */
export function requireOwnDataDir(dataDir: string): void {
  const user = process.getuid?.();
  if (user === undefined || !existsSync(dataDir)) return;
  const owner = statSync(dataDir).uid;
  if (owner === user) return;
  throw new StartError(
    `The folder ${dataDir} (DATA_DIR) belongs to user ${owner}, and this runs as user ${user}: run it as the user that the server runs as.`,
  );
}

/** Refuses a DATA_DIR without an embedded database, and creates none: most likely another folder was meant. */
export function requireEmbedded(dataDir: string): void {
  if (existsSync(join(dataDir, 'database'))) return;
  throw new StartError(`There is no embedded database in ${dataDir} (DATA_DIR): set DATA_DIR or DATABASE_URL to what the server uses.`);
}
