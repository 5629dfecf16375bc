import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { readSources } from '../test/read-sources.ts';
import { sourceDigests } from '../test/source-digests.ts';
import { main } from './lib/main.mjs';
import { nodePath } from './lib/pinned-node.mjs';
import { commandFile, inRoot } from './lib/root.mjs';
import { run } from './lib/run.mjs';

/*
 * Rules that need types take five times as long as the others, and their findings for a file stay the same until it or one of its
 * imports changes: so only files changed since they were found clean are checked again, as the compiler does with `--incremental`.
 * All other rules check every file every time (docs/decisions/0048-time-of-the-tests.md).
 */
const cacheFile = inRoot('node_modules/.cache/back-office/linted.json');

await main(async () => {
  const now = sourceDigests(readSources());
  const before = existsSync(cacheFile) ? JSON.parse(readFileSync(cacheFile, 'utf8')) : {};
  const changed = Object.keys(now).filter((file) => now[file] !== before[file]);
  const all = changed.length === Object.keys(now).length;
  const runs = all ? [[]] : [['-c', '.oxlintrc.untyped.json'], ...(changed.length > 0 ? [changed] : [])];
  for (const args of runs) {
    const { code } = await run(nodePath(), [commandFile('oxlint'), '--deny-warnings', ...args]);
    if (code !== 0) return code;
  }
  mkdirSync(dirname(cacheFile), { recursive: true });
  writeFileSync(cacheFile, JSON.stringify(now));
  return 0;
});
