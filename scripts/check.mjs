import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { ensureInstall } from './lib/ensure-install.mjs';
import { main } from './lib/main.mjs';
import { nodePath } from './lib/pinned-node.mjs';
import { officeTypes } from './lib/office-types.mjs';
import { rareCollections } from './lib/rare-collections.mjs';
import { readOffice } from './lib/read-office.mjs';
import { commandFile, inRoot } from './lib/root.mjs';
import { runPool } from './lib/run-pool.mjs';
import { run } from './lib/run.mjs';

/*
 * As many at once as there are processors, the longest first. Each keeps to few threads: the compiler's checkers share
 * nothing with each other, so that four of them on two processors take twice the time of one.
 */
const half = { GOMAXPROCS: String(Math.max(1, availableParallelism() >> 1)) };
const checks = [
  ['lint', undefined, 'scripts/lint.mjs', [], half],
  ...[
    'tsconfig.web.json',
    'tsconfig.server.json',
    'test',
    'e2e',
    'tsconfig.contract.json',
    'examples/agreements',
    'examples/ten-minutes',
  ].map((project) => typesOf(nameOf(project), project)),
  ['unused code', 'knip', 'knip', ['--no-progress', '--no-config-hints']],
  ['architecture', 'vitest', 'vitest', ['run', '--project', 'architecture', '--reporter=dot', ...reportOf('ARCHITECTURE_REPORT')]],
  ['format', 'oxfmt', 'oxfmt', ['--check', '.']],
];

/** What `npm test` counts. */
function reportOf(setting) {
  const file = process.env[setting];
  return file ? ['--reporter=json', `--outputFile.json=${file}`] : [];
}

function nameOf(project) {
  return project.replace(/tsconfig\.|\.json|^examples\//g, '');
}

/** The compiler keeps what it found in each file, and looks again at those that changed and at all that they reach. */
function typesOf(name, project, kept = inRoot(`node_modules/.cache/back-office/types-${name}.tsbuildinfo`)) {
  return [
    `types of ${name}`,
    'typescript',
    'tsc',
    ['--noEmit', '--checkers', '1', '--incremental', '--tsBuildInfoFile', kept, '-p', project],
  ];
}

/** Of a company's folder its types: ours were checked where they were made. */
const checksOf = (office) => [typesOf(basename(office.folder), officeTypes(office), join(office.made, 'types.tsbuildinfo'))];

await main(async () => {
  await ensureInstall();
  const office = readOffice();
  const results = await runPool((office ? checksOf(office) : checks).map((one) => () => check(one)));
  return results.every(Boolean) ? 0 : 1;
});

async function check([name, packageName, command, args, settings = {}]) {
  const start = performance.now();
  const { code, output } = await run(nodePath(), [packageName ? commandFile(packageName, command) : inRoot(command), ...args], {
    env: { ...process.env, ...rareCollections, ...settings },
    quiet: true,
  });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'}  ${name.padEnd(18)} ${seconds.padStart(5)} s`);
  if (code !== 0) console.log(output.trimEnd());
  return code === 0;
}
