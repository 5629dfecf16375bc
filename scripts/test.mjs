import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findOffice, ourFile } from '../app/loading/office-place.mjs';
import { ensureInstall } from './lib/ensure-install.mjs';
import { ensureChineseFont, findChromium, presentChromium } from './lib/find-chromium.mjs';
import { findNamespaces } from './lib/find-namespaces.mjs';
import { findNginx } from './lib/find-nginx.mjs';
import { findPgbouncer } from './lib/find-pgbouncer.mjs';
import { findPostgres } from './lib/find-postgres.mjs';
import { findPostgres18, filesFor18 } from './lib/find-postgres18.mjs';
import { findPromtool } from './lib/find-promtool.mjs';
import { findSlapd } from './lib/find-slapd.mjs';
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
/** The projects that run on both databases. Of the examples only the larger one, which covers what the smaller one would test there. */
const onDatabases = () => (office ? [] : ['server', 'agreements', 'upgrade'].flatMap((name) => ['--project', name]));
const parts = {
  check: [['check', check]],
  unit: [['embedded database', unit]],
  postgres: [['real PostgreSQL', postgres]],
  postgres18: [['PostgreSQL 18', postgres18]],
  nodes: [['two nodes behind nginx', nodes]],
  components: [['components in Chromium', components]],
  e2e: [
    ['build', build],
    ['journeys in Chromium', journeys],
  ],
};

/*
 * Which parts run concurrently: components wait for their page half of the time, which another part can use. PostgreSQL, the nodes and
 * some journeys are time-critical, and need the machine for themselves (docs/decisions/0048-time-of-the-tests.md).
 */
const order = [[['check']], [['unit'], ['components']], [['postgres']], [['postgres18']], [['nodes']], [['e2e']]];

// Everything that the tests leave behind is removed with this folder, even if they were killed.
const folder = mkdtempSync(join(temporaryRoot(), 'back-office-'));
onStop(() => rmSync(folder, { recursive: true, force: true }));

await main(async (requested) => {
  office = readOffice();
  const unknown = requested.filter((part) => !(part in parts));
  if (unknown.length > 0) throw new Error(`npm test knows ${Object.keys(parts).join(', ')}, not ${unknown.join(', ')}.`);
  const results = [await step('install', ensureInstall)];
  if (results[0].ok) {
    const chosen = requested.length > 0 ? requested : office ? ['check', 'unit', 'postgres'] : Object.keys(parts);
    // Before the first part: the tests of the embedded database open pages if there is a browser, and would not wait for its installation.
    if (chosen.includes('unit') && chosen.includes('components')) await findChromium().catch(() => undefined);
    for (const lanes of order) results.push(...(await runBeside(lanes.map((lane) => lane.filter((part) => chosen.includes(part))))));
  }
  printSummary(results);
  return results.every((result) => result.ok) ? 0 : 1;
});

/** Runs lanes of parts concurrently; the first shows its output live, the others afterwards. */
async function runBeside(lanes) {
  const busy = lanes.filter((lane) => lane.length > 0);
  const results = await Promise.all(busy.map((lane, at) => runLane(lane, at > 0)));
  return results.flat();
}

async function runLane(lane, quiet) {
  const results = [];
  for (const [name, work] of lane.flatMap((part) => parts[part])) results.push(await step(name, work, quiet));
  return results;
}

/**
 * Runs one step, whatever the result of the others; `work` may return { ok, passed, failed, note, output }. The output
 * of a quiet step is shown when it has ended.
 */
async function step(name, work, quiet = false) {
  console.log(`\n=== ${name}${quiet ? ' (beside the others)' : ''}`);
  const start = performance.now();
  let result;
  try {
    result = await work(quiet);
  } catch (error) {
    console.error(error.message);
    result = { ok: false };
  }
  if (quiet) console.log(`\n=== ${name}: what it said\n${result.output ?? ''}`);
  return { name, ok: true, passed: 0, failed: 0, ...result, seconds: (performance.now() - start) / 1000 };
}

async function unit() {
  // Omits the projects that other parts run.
  const otherProjects = ['nodes', 'components', 'architecture'];
  return vitest('unit', office ? [] : otherProjects.map((project) => `--project=!${project}`), {
    ...(await browserForPages()),
    ...(await directoryForPeople()),
    ...(await promtoolForMetrics()),
  });
}

/** The OpenLDAP for signing in; a company's office does not run our tests. */
async function directoryForPeople() {
  return office ? {} : { SLAPD_PATH: await findSlapd() };
}

/** Prometheus' own checker for our alerts and /metrics. */
async function promtoolForMetrics() {
  return office ? {} : { PROMTOOL_PATH: await findPromtool() };
}

/** The Chromium in which `testModule` opens a company's pages, if available, and their built browser part; in our checkout the example's. */
async function browserForPages() {
  const chromium = await presentChromium();
  if (!chromium) {
    console.log('Chromium: not found; no page is opened in it. Install it, or set CHROMIUM_PATH to its program.');
    return { CHROMIUM_PATH: '' };
  }
  await buildWeb(office ?? findOffice(inRoot('examples/agreements')), { plain: true });
  return { CHROMIUM_PATH: chromium };
}

async function check() {
  const report = join(folder, 'architecture.json');
  const { code } = await run(nodePath(), [inRoot('scripts/check.mjs')], { env: { ...process.env, ARCHITECTURE_REPORT: report } });
  return { ok: code === 0, ...readTotals(report) };
}

async function build() {
  const built = [await buildWeb(), await buildWeb(findOffice(inRoot('examples/agreements')), { plain: true })];
  return { note: built.includes(true) ? '' : 'up to date' };
}

async function postgres(quiet) {
  // Pages were already tested with the embedded database.
  const onPostgres = { CHROMIUM_PATH: '', ...(await directoryForPeople()), ...(await promtoolForMetrics()) };
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    console.log('PostgreSQL: from TEST_DATABASE_URL.');
    return vitest('postgres', onDatabases(), { ...onPostgres, TEST_DATABASE_URL: given }, quiet);
  }
  const { url, stop } = await startPostgres(await findPostgres(), { root: temporaryRoot() });
  try {
    return await vitest('postgres', onDatabases(), { ...onPostgres, TEST_DATABASE_URL: url }, quiet);
  } finally {
    await stop();
  }
}

/** What a major version may change, besides the version that everything else runs on: including moves between the two. */
async function postgres18(quiet) {
  // Vitest ignores a missing file, for example a renamed one.
  const missing = filesFor18.filter((file) => !existsSync(inRoot(file)));
  if (missing.length > 0) throw new Error(`scripts/lib/find-postgres18.mjs names ${missing.join(', ')}, which is not there.`);
  const programs = await findPostgres18();
  if (!programs) return { note: 'left out: see above' };
  const inMemory = { root: temporaryRoot() };
  const servers = [await startPostgres(programs, inMemory)];
  try {
    const [{ url }] = servers;
    if (!process.env.TEST_DATABASE_URL) servers.push(await startPostgres(await findPostgres(), inMemory));
    const settings = { CHROMIUM_PATH: '', TEST_DATABASE_URL: url, OTHER_DATABASE_URL: process.env.TEST_DATABASE_URL ?? servers[1].url };
    return await vitest('postgres18', ['--project', 'server', ...filesFor18], settings, quiet);
  } finally {
    for (const { stop } of servers) await stop();
  }
}

/** Several nodes as they are deployed, with a PostgreSQL of their own that is killed and restarted. */
async function nodes(quiet) {
  // PostgreSQL, which does not run as root, must have access to its folder inside.
  chmodSync(folder, 0o711);
  const settings = {
    NODES_POSTGRES: await findPostgres(),
    NODES_PGBOUNCER: await findPgbouncer(),
    NODES_NGINX: await findNginx(),
    NODES_NAMESPACES: await findNamespaces(),
    NODES_SYSTEMD: await findSystemd(),
    ...(await directoryForPeople()),
  };
  return vitest('nodes', ['--project', 'nodes'], settings, quiet);
}

async function vitest(name, args = [], settings = {}, quiet = false) {
  const report = join(folder, `${name}.json`);
  const config = office ? ['--config', ourFile('app/testing/vitest.config.ts')] : [];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  // vitest colours its output on every CI, which makes a log unreadable.
  const plain = process.stdout.isTTY ? {} : { NO_COLOR: '1' };
  const env = testEnvironment(folder, { TEST_PACKAGE: join(folder, 'package'), ...plain, ...settings });
  const { code, output } = await run(nodePath(), [commandFile('vitest'), 'run', ...config, ...reporters, ...args], { env, quiet });
  return { ok: code === 0, output, ...readTotals(report) };
}

async function components(quiet) {
  const chromium = await findChromium();
  await ensureChineseFont();
  return vitest('components', ['--project', 'components'], { CHROMIUM_PATH: chromium }, quiet);
}

async function journeys(quiet) {
  const chromium = await findChromium();
  await ensureChineseFont();
  const report = join(folder, 'e2e.json');
  const env = testEnvironment(folder, { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...(await directoryForPeople()) });
  const program = commandFile('@playwright/test', 'playwright', 'e2e');
  const args = [program, 'test', '-c', inRoot('e2e/playwright.config.ts'), '--reporter=list,json'];
  const { code, output } = await run(nodePath(), args, { env, quiet });
  return { ok: code === 0, output, ...readTotals(report) };
}
