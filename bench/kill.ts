import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killRounds } from '../server/src/testing/kill-rounds.ts';

/*
 * `node bench/kill.ts [rounds]`: kills a process that writes to the embedded database, 25 times
 * unless told otherwise, and says whether an acknowledged row was lost. Exit code 1 when one was.
 */
const rounds = Number(process.argv[2] ?? 25);
const root = mkdtempSync(join(tmpdir(), 'back-office-kill-'));
try {
  const { acknowledged, lost, halves, starts } = await killRounds(join(root, 'data'), rounds, root);
  const sorted = starts.toSorted((a, b) => a - b).map(Math.round);
  console.log(`${rounds} rounds of kill -9: ${acknowledged} acknowledged transactions, ${lost} lost, ${halves} half saved.`);
  console.log(`Start after a kill: median ${sorted[sorted.length >> 1]} ms, longest ${sorted.at(-1)} ms.`);
  if (lost || halves) process.exitCode = 1;
} finally {
  rmSync(root, { recursive: true, force: true });
}
