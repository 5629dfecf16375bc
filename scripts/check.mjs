import { basename } from 'node:path';
import { ensureInstall } from './lib/ensure-install.mjs';
import { main } from './lib/main.mjs';
import { nodePath } from './lib/pinned-node.mjs';
import { officeTypes } from './lib/office-types.mjs';
import { readOffice } from './lib/read-office.mjs';
import { commandFile } from './lib/root.mjs';
import { run } from './lib/run.mjs';

const checks = [
  ...['tsconfig.contract.json', 'tsconfig.server.json', 'tsconfig.web.json', 'e2e', 'test'].map((project) => [
    `types of ${project.replace(/tsconfig\.|\.json/g, '')}`,
    'typescript',
    'tsc',
    ['--noEmit', '-p', project],
  ]),
  ['lint', 'oxlint', 'oxlint', ['--deny-warnings']],
  ['format', 'oxfmt', 'oxfmt', ['--check', '.']],
  ['unused code', 'knip', 'knip', ['--no-progress', '--no-config-hints']],
  ['architecture', 'vitest', 'vitest', ['run', '--project', 'architecture', '--reporter=dot']],
];

/** Of a company's folder its types: ours were checked where they were made. */
const checksOf = (office) => [[`types of ${basename(office.folder)}`, 'typescript', 'tsc', ['--noEmit', '-p', officeTypes(office)]]];

await main(async () => {
  await ensureInstall();
  const office = readOffice();
  const results = await Promise.all((office ? checksOf(office) : checks).map(check));
  return results.every(Boolean) ? 0 : 1;
});

async function check([name, packageName, command, args]) {
  const start = performance.now();
  const { code, output } = await run(nodePath(), [commandFile(packageName, command), ...args], { quiet: true });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'}  ${name.padEnd(18)} ${seconds.padStart(5)} s`);
  if (code !== 0) console.log(output.trimEnd());
  return code === 0;
}
