import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInstall } from './lib/ensure-install.mjs';
import { findPostgres } from './lib/find-postgres.mjs';
import { main } from './lib/main.mjs';
import { nodePath } from './lib/pinned-node.mjs';
import { inRoot } from './lib/root.mjs';
import { run } from './lib/run.mjs';
import { startPostgres } from './lib/start-postgres.mjs';
import { onStop } from './lib/stop.mjs';
import { testEnvironment } from './lib/test-environment.mjs';

// Everything that is measured on goes with this folder.
const folder = mkdtempSync(join(tmpdir(), 'back-office-bench-'));
onStop(() => rmSync(folder, { recursive: true, force: true }));

await main(async (args) => {
  await ensureInstall();
  const { url, stop } = await startPostgres(await findPostgres());
  try {
    const env = testEnvironment(folder, { BENCH_DATABASE_URL: url });
    return (await run(nodePath(), [inRoot('bench/run.ts'), ...args], { env })).code;
  } finally {
    await stop();
  }
});
