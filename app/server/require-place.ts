import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { lockFolder } from '@back-office/server/platform/database/lock-folder.ts';
import type { Settings } from '@back-office/server/platform/settings.ts';
import { listenError } from './listen-error.ts';

/** Throws the error of a start whose DATA_DIR is used by another server, or whose port is taken; changes nothing. */
export async function requirePlace(settings: Pick<Settings, 'host' | 'port' | 'dataDir' | 'databaseUrl'>): Promise<void> {
  const { host, port, dataDir, databaseUrl } = settings;
  if (databaseUrl === undefined && existsSync(dataDir)) lockFolder(dataDir).release();
  const server = createServer().listen({ host, port });
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw listenError(error, settings);
  });
  server.close();
}
