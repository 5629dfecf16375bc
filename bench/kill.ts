import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killRounds } from '../engine/server/testing/kill-rounds.ts';
import { killUploads } from '../app/testing/server/kill-uploads.ts';

/*
 * `node bench/kill.ts [rounds] [uploadRounds]`: kills a process that writes to the embedded database, 25 times by default, and
 * reports whether an acknowledged row was lost; then a server at each fault point of an upload, 3 times by default, and reports
 * whether a chunk was. Exit code 1 if one was.
 */
const rounds = Number(process.argv[2] ?? 25);
const uploadRounds = Number(process.argv[3] ?? 3);
const root = mkdtempSync(join(tmpdir(), 'back-office-kill-'));
try {
  if (rounds > 0) await killWriters();
  if (uploadRounds > 0) await killUploadServer();
} finally {
  rmSync(root, { recursive: true, force: true });
}

async function killWriters(): Promise<void> {
  const { acknowledged, lost, halves, starts } = await killRounds(join(root, 'data'), rounds, root);
  const sorted = starts.toSorted((a, b) => a - b).map(Math.round);
  console.log(`${rounds} rounds of kill -9: ${acknowledged} acknowledged transactions, ${lost} lost, ${halves} half saved.`);
  console.log(`Start after a kill: median ${sorted[sorted.length >> 1]} ms, longest ${sorted.at(-1)} ms.`);
  if (lost || halves) process.exitCode = 1;
}

async function killUploadServer(): Promise<void> {
  const { wrong, kills, lost, left } = await killUploads({ dataDir: join(root, 'uploads'), temporary: root }, uploadRounds);
  console.log(`${kills} kills amid an upload: ${wrong.length} files wrong, ${lost} objects lost, ${left} left behind.`);
  for (const line of wrong) console.log(line);
  if (wrong.length > 0 || lost > 0 || left > 0) process.exitCode = 1;
}
