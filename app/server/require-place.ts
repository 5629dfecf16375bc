import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { lockFolder } from '@back-office/server/platform/database/lock-folder.ts';
import type { Settings } from '@back-office/server/platform/settings.ts';
import { listenError } from './listen-error.ts';

/** Throws what a start would throw that finds its DATA_DIR used by another server, or its port; changes nothing. */
export async function requirePlace(settings: Pick<Settings, 'host' | 'port' | 'dataDir' | 'databaseUrl'>): Promise<void> {
  const { host, port, dataDir, databaseUrl } = settings;
  if (databaseUrl === undefined && existsSync(dataDir)) lockFolder(dataDir).release();
  const server = createServer().listen({ host, port });
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw listenError(error, settings);
  });
  server.close();
}
