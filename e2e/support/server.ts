import { test as base } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyFreshData } from './fresh-data.ts';
import { startServer, type Server } from './start-server.ts';

/** Journeys run against the real server, one per worker, on a database of its own. */
export const test = base.extend<object, { server: Server; settings: Record<string, string> }>({
  /** Additional settings of the server; other settings need another server. */
  settings: [{}, { option: true, scope: 'worker' }],
  server: [
    async ({ settings }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'journey-'));
      const server = await startServer(folder, settings, await copyFreshData(folder));
      try {
        await use(server);
      } finally {
        await server.stop();
        await rm(folder, { recursive: true, force: true });
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ server }, use) => use(server.baseURL),
});

export { expect } from '@playwright/test';
