import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { ensureInstall } from './lib/ensure-install.mjs';
import { main } from './lib/main.mjs';
import { nodePath } from './lib/pinned-node.mjs';
import { officeTypes } from './lib/office-types.mjs';
import { infrequentGc } from './lib/infrequent-gc.mjs';
import { readOffice } from './lib/read-office.mjs';
import { commandFile, inRoot } from './lib/root.mjs';
import { runPool } from './lib/run-pool.mjs';
import { run } from './lib/run.mjs';

/*
 * As many at once as there are processors, the longest first. Each uses few threads: the compiler's checkers share
 * nothing, so four of them on two processors take twice the time of one.
 */
const half = { GOMAXPROCS: String(Math.max(1, availableParallelism() >> 1)) };
const checks = [
  ['lint', undefined, 'scripts/lint.mjs', [], { env: half }],
  ...[
    'tsconfig.web.json',
    'tsconfig.server.json',
    'test',
    'e2e',
    'tsconfig.contract.json',
    'examples/agreements',
    'examples/ten-minutes',
  ].map((project) => ownTypes(nameOf(project), project)),
  ['unused code', 'knip', 'knip', ['--no-progress', '--no-config-hints', '--cache', '--cache-location', inCache('knip')]],
  ['architecture', 'vitest', 'vitest', ['run', '--project', 'architecture', '--reporter=dot', ...reportOf('ARCHITECTURE_REPORT')]],
  ['format', 'oxfmt', 'oxfmt', ['--check', '.']],
];

function inCache(name) {
  return inRoot(`node_modules/.cache/back-office/${name}`);
}

/** The report for `npm test`. */
function reportOf(setting) {
  const file = process.env[setting];
  return file ? ['--reporter=json', `--outputFile.json=${file}`] : [];
}

function nameOf(project) {
  return project.replace(/tsconfig\.|\.json|^examples\//g, '');
}

/** The compiler caches its findings for each file, and rechecks only changed files and those that depend on them. */
function typesOf(name, project, kept) {
  return [
    `types of ${name}`,
    'typescript',
    'tsc',
    ['--noEmit', '--checkers', '1', '--incremental', '--tsBuildInfoFile', kept, '-p', project],
  ];
}

/** For our own projects it does not even run if none of its inputs has changed. */
function ownTypes(name, project) {
  const buildInfo = inCache(`types-${name}.tsbuildinfo`);
  return [...typesOf(name, project, buildInfo), { buildInfo }];
}

/** For a company's folder, its types: ours were checked when they were made. */
const checksOf = (office) => [typesOf(basename(office.folder), officeTypes(office), join(office.made, 'types.tsbuildinfo'))];

await main(async () => {
  await ensureInstall();
  const office = readOffice();
  const cleanResults = office ? undefined : await ownCleanResults();
  const results = await runPool((office ? checksOf(office) : checks).map((one) => () => check(one, cleanResults)));
  return results.every(Boolean) ? 0 : 1;
});

/** Decides whether the compiler must run. Only in a checkout: a package, which checks a company's folder, does not have it. */
async function ownCleanResults() {
  const [{ isCleanStill, keepClean }, { readSources }] = await Promise.all([
    import('../test/kept-types.ts'),
    import('../test/read-sources.ts'),
  ]);
  const sources = readSources();
  return {
    isClean: (buildInfo) => isCleanStill(buildInfo, sources),
    keep: (buildInfo) => keepClean(buildInfo, sources),
  };
}

async function check([name, packageName, command, args, { env = {}, buildInfo } = {}], cleanResults) {
  const start = performance.now();
  const isKept = buildInfo !== undefined && cleanResults.isClean(buildInfo);
  const { code, output } = isKept ? { code: 0, output: '' } : await runCommand(packageName, command, args, env);
  if (code === 0 && buildInfo !== undefined && !isKept) cleanResults.keep(buildInfo);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'}  ${name.padEnd(18)} ${seconds.padStart(5)} s${isKept ? ', as before' : ''}`);
  if (code !== 0) console.log(output.trimEnd());
  return code === 0;
}

function runCommand(packageName, command, args, env) {
  return run(nodePath(), [packageName ? commandFile(packageName, command) : inRoot(command), ...args], {
    env: { ...process.env, ...infrequentGc, ...env },
    quiet: true,
  });
}
