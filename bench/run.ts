import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bench, openBenchDatabase } from './lib/bench.ts';
import { lists } from './lists/lists.ts';

/*
 * `npm run bench [-- name …] [embedded|postgresql] [scale=0.1]`: measures, on a real PostgreSQL and on the embedded
 * database, and prints each figure beside the one it is to be judged by, from the same run.
 */
const benches: Readonly<Record<string, Bench>> = { lists };
const asked = process.argv.slice(2);
const names = asked.filter((word) => word in benches);
const kinds = (['postgresql', 'embedded'] as const).filter(
  (kind) => asked.includes(kind) || !asked.some((word) => word === 'postgresql' || word === 'embedded'),
);
const scale = Number(asked.find((word) => word.startsWith('scale='))?.slice(6) ?? 1);

for (const kind of kinds) {
  const dataDir = await mkdtemp(join(tmpdir(), 'back-office-bench-'));
  const database = await openBenchDatabase(kind, dataDir, process.env['BENCH_DATABASE_URL']);
  try {
    for (const name of names.length > 0 ? names : Object.keys(benches)) {
      console.log(`\n# ${name}, ${kind === 'embedded' ? 'embedded database' : 'PostgreSQL'}`);
      await benches[name]?.(database, scale);
    }
  } finally {
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
