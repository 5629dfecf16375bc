import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { killRounds } from '../../testing/kill-rounds.ts';
import { copyPristineDatabase } from '../../testing/pristine-database.ts';

const writer = new URL('../../testing/children/write-rows.ts', import.meta.url).pathname;
let root: string;
let dataDir: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'back-office-test-durable-'));
  dataDir = join(root, 'data');
  return copyPristineDatabase(dataDir);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Counts the system's fsync calls of a process that writes so many transactions. */
function countFsyncs(transactions: number): number {
  const trace = join(root, `trace-${transactions}`);
  const { status, stderr } = spawnSync(
    'strace',
    ['-f', '-e', 'trace=fsync,fdatasync', '-o', trace, process.execPath, writer, dataDir, '4', String(transactions)],
    { encoding: 'utf8', env: { ...process.env, TMPDIR: root } },
  );
  if (status !== 0) throw new Error(`strace failed: ${stderr}`);
  return readFileSync(trace, 'utf8')
    .split('\n')
    .filter((line) => /\b(fsync|fdatasync)\(\d+/.test(line)).length;
}

const canTrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;

describe.skipIf(process.env.TEST_DATABASE_URL)('an acknowledged row', () => {
  it.skipIf(!canTrace)('costs one fsync of the system (skipped without strace)', { timeout: 60_000 }, () => {
    countFsyncs(1); // creates the tables
    const difference = countFsyncs(301) - countFsyncs(101);
    expect(difference).toBeGreaterThanOrEqual(200);
    expect(difference).toBeLessThan(220);
  });

  it('survives kill -9 (5 rounds; bench/kill.ts does 25)', { timeout: 600_000 }, async () => {
    const { acknowledged, lost, halves } = await killRounds(dataDir, 5, root);
    expect({ lost, halves }).toEqual({ lost: 0, halves: 0 });
    expect(acknowledged).toBeGreaterThan(50);
  });
});
