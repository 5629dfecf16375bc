import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '../platform/database/open-database.ts';
import { runChild } from './run-child.ts';
import { silentLog } from './silent-log.ts';

const writer = new URL('./children/write-rows.ts', import.meta.url);

export interface KillReport {
  /** Rows whose commit was answered before the kill. */
  acknowledged: number;
  /** Of those, rows that are missing afterwards: must be none. */
  lost: number;
  /** Parents without their two children, or children without their parent: must be none. */
  halves: number;
  /** Milliseconds of the start after each kill, including recovery from the log. */
  starts: number[];
}

/**
 * Kills a process that writes to the embedded database in `dataDir`, `rounds` times at a random moment after more than
 * ten rows, restarts after each kill, and compares the rows with those that were acknowledged.
 */
export async function killRounds(dataDir: string, rounds: number, temporary: string): Promise<KillReport> {
  const report: KillReport = { acknowledged: 0, lost: 0, halves: 0, starts: [] };
  const acknowledged = new Set<number>();
  for (let round = 0; round < rounds; round++) {
    for (const id of await writeAndKill(dataDir, temporary)) acknowledged.add(id);
    const start = performance.now();
    const { lost, halves } = await compare(dataDir, acknowledged, () => report.starts.push(performance.now() - start));
    report.lost += lost;
    report.halves += halves;
  }
  report.acknowledged = acknowledged.size;
  return report;
}

async function writeAndKill(dataDir: string, temporary: string): Promise<number[]> {
  const child = runChild(writer, [dataDir, '4'], temporary);
  if ((await child.nextLine()) !== 'writing') throw new Error('The writer did not start.');
  const ids: number[] = [];
  // Waits for a number of rows instead of a time, in which a busy machine writes next to none.
  const enough = 11 + Math.random() * 50;
  while (ids.length < enough) {
    const line = await child.nextLine();
    if (line === undefined) throw new Error('The writer ended by itself.');
    ids.push(Number(line));
  }
  await wait(Math.random() * 20);
  const killed = child.kill();
  // Its output from before its death is still in the pipe.
  for (let line = await child.nextLine(); line !== undefined; line = await child.nextLine()) ids.push(Number(line));
  await killed;
  return ids;
}

async function compare(dataDir: string, acknowledged: Set<number>, onStart: () => void) {
  const database = await openDatabase({ dataDir, timeZone: 'Asia/Shanghai', log: silentLog });
  onStart();
  const parents = await database.pool.query<{ id: number }>('select id from parent');
  const halves = await database.pool.query<{ n: number }>(
    `select count(*) as n from (select parent.id from parent full join child on child.parent = parent.id
       group by parent.id having count(child.id) <> 2 or parent.id is null) as half`,
  );
  await database.close();
  const there = new Set(parents.rows.map(({ id }) => id));
  return { lost: [...acknowledged].filter((id) => !there.has(id)).length, halves: halves.rows[0]?.n ?? Number.NaN };
}
