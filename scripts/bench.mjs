import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWeb } from './lib/build-web.mjs';
import { ensureInstall } from './lib/ensure-install.mjs';
import { findChromium } from './lib/find-chromium.mjs';
import { findNginx } from './lib/find-nginx.mjs';
import { findPostgres } from './lib/find-postgres.mjs';
import { main } from './lib/main.mjs';
import { nodePath } from './lib/pinned-node.mjs';
import { inRoot } from './lib/root.mjs';
import { run } from './lib/run.mjs';
import { startPostgres } from './lib/start-postgres.mjs';
import { onStop } from './lib/stop.mjs';
import { testEnvironment } from './lib/test-environment.mjs';

// All data of the measurements is removed with this folder.
const folder = mkdtempSync(join(tmpdir(), 'back-office-bench-'));
onStop(() => rmSync(folder, { recursive: true, force: true }));

await main(async (args) => {
  await ensureInstall();
  if (args.some((name) => ['sign-in', 'import', 'day'].includes(name))) {
    await buildWeb();
    const env = testEnvironment(folder, { CHROMIUM_PATH: await findChromium() });
    return (await run(nodePath(), [inRoot('bench/run.ts'), ...args], { env })).code;
  }
  if (args.includes('nodes') || args.includes('workday')) {
    // PostgreSQL, which does not run as root, must have access to its folder inside.
    chmodSync(folder, 0o711);
    const env = testEnvironment(folder, { NODES_POSTGRES: await findPostgres(), NODES_NGINX: await findNginx() });
    return (await run(nodePath(), [inRoot('bench/run.ts'), ...args], { env })).code;
  }
  // With the argument `fsync` each COMMIT is on disk, as in production, for the bare server as well.
  const { url, stop } = await startPostgres(await findPostgres(), { fsync: args.includes('fsync') });
  try {
    const env = testEnvironment(folder, { BENCH_DATABASE_URL: url });
    return (await run(nodePath(), [inRoot('bench/run.ts'), ...args], { env })).code;
  } finally {
    await stop();
  }
});
