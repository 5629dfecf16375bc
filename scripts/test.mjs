import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findOffice } from '../app/loading/office-place.mjs';
import { ensureInstall } from './lib/ensure-install.mjs';
import { ensureChineseFont, findChromium } from './lib/find-chromium.mjs';
import { findNamespaces } from './lib/find-namespaces.mjs';
import { findNginx } from './lib/find-nginx.mjs';
import { findPgbouncer } from './lib/find-pgbouncer.mjs';
import { findPostgres } from './lib/find-postgres.mjs';
import { findSystemd } from './lib/find-systemd.mjs';
import { main } from './lib/main.mjs';
import { nodePath } from './lib/pinned-node.mjs';
import { printSummary, readTotals } from './lib/report.mjs';
import { commandFile, inRoot } from './lib/root.mjs';
import { readOffice } from './lib/read-office.mjs';
import { run } from './lib/run.mjs';
import { startPostgres } from './lib/start-postgres.mjs';
import { buildWeb } from './lib/build-web.mjs';
import { onStop } from './lib/stop.mjs';
import { temporaryRoot } from './lib/temporary-root.mjs';
import { testEnvironment } from './lib/test-environment.mjs';

let office;
/** What runs on both databases. */
const onDatabases = () => (office ? [] : ['server', 'agreements', 'ten-minutes'].flatMap((name) => ['--project', name]));
const parts = {
  check: [['check', check]],
  unit: [['embedded database', () => vitest('unit', office ? [] : ['--project=!nodes', '--project=!components'])]],
  postgres: [['real PostgreSQL', postgres]],
  nodes: [['two nodes behind nginx', nodes]],
  components: [['components in Chromium', components]],
  e2e: [
    ['build', build],
    ['journeys in Chromium', journeys],
  ],
};

// Everything that the tests leave behind goes with this folder, even when they were killed.
const folder = mkdtempSync(join(temporaryRoot(), 'back-office-'));
onStop(() => rmSync(folder, { recursive: true, force: true }));

await main(async (asked) => {
  office = readOffice();
  const unknown = asked.filter((part) => !(part in parts));
  if (unknown.length > 0) throw new Error(`npm test knows ${Object.keys(parts).join(', ')}, not ${unknown.join(', ')}.`);
  const results = [await step('install', ensureInstall)];
  if (results[0].ok) {
    const chosen = asked.length > 0 ? asked : office ? ['check', 'unit', 'postgres'] : Object.keys(parts);
    for (const [name, work] of chosen.flatMap((part) => parts[part])) results.push(await step(name, work));
  }
  printSummary(results);
  return results.every((result) => result.ok) ? 0 : 1;
});

/** Runs one step, whatever became of the others; `work` may give back { ok, passed, failed, note }. */
async function step(name, work) {
  console.log(`\n=== ${name}`);
  const start = performance.now();
  let result;
  try {
    result = await work();
  } catch (error) {
    console.error(error.message);
    result = { ok: false };
  }
  return { name, ok: true, passed: 0, failed: 0, ...result, seconds: (performance.now() - start) / 1000 };
}

async function check() {
  const { code } = await run(nodePath(), [inRoot('scripts/check.mjs')]);
  return { ok: code === 0 };
}

async function build() {
  const built = [await buildWeb(), await buildWeb(findOffice(inRoot('examples/agreements')))];
  return { note: built.includes(true) ? '' : 'up to date' };
}

async function postgres() {
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    console.log('PostgreSQL: from TEST_DATABASE_URL.');
    return vitest('postgres', onDatabases(), { TEST_DATABASE_URL: given });
  }
  const { url, stop } = await startPostgres(await findPostgres());
  try {
    return await vitest('postgres', onDatabases(), { TEST_DATABASE_URL: url });
  } finally {
    await stop();
  }
}

/** Several nodes as they are deployed, over a PostgreSQL of their own that is killed and restarted. */
async function nodes() {
  // PostgreSQL, which does not run as root, must get to its folder inside.
  chmodSync(folder, 0o711);
  const settings = {
    NODES_POSTGRES: await findPostgres(),
    NODES_PGBOUNCER: await findPgbouncer(),
    NODES_NGINX: await findNginx(),
    NODES_NAMESPACES: await findNamespaces(),
    NODES_SYSTEMD: await findSystemd(),
  };
  return vitest('nodes', ['--project', 'nodes'], settings);
}

async function vitest(name, args = [], settings = {}) {
  const report = join(folder, `${name}.json`);
  const config = office ? ['--config', inRoot('app/loading/vitest.config.ts')] : [];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  // vitest colours its output for every CI, which makes a log unreadable.
  const env = testEnvironment(folder, process.stdout.isTTY ? settings : { ...settings, NO_COLOR: '1' });
  const { code } = await run(nodePath(), [commandFile('vitest'), 'run', ...config, ...reporters, ...args], { env });
  return { ok: code === 0, ...readTotals(report) };
}

async function components() {
  const chromium = await findChromium();
  await ensureChineseFont();
  return vitest('components', ['--project', 'components'], { CHROMIUM_PATH: chromium });
}

async function journeys() {
  const chromium = await findChromium();
  await ensureChineseFont();
  const report = join(folder, 'e2e.json');
  const env = testEnvironment(folder, { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report });
  const program = commandFile('@playwright/test', 'playwright', 'e2e');
  const { code } = await run(nodePath(), [program, 'test', '-c', inRoot('e2e/playwright.config.ts'), '--reporter=list,json'], { env });
  return { ok: code === 0, ...readTotals(report) };
}
