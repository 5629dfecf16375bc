import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bench, openBenchDatabase } from './lib/bench.ts';
import { signInBench } from './browser/sign-in.ts';
import { dayBench } from './day/day.ts';
import { find } from './find/find.ts';
import { importBench } from './import/import.ts';
import { home } from './home/home.ts';
import { listPage } from './list-page/list-page.ts';
import { lists } from './lists/lists.ts';
import { months } from './months/months.ts';
import { nodesBench } from './nodes/nodes.ts';
import { records } from './records/records.ts';
import { restoreBench } from './restore/restore.ts';
import { sheetsServer } from './sheets/sheets-server.ts';
import { sockets } from './sockets/sockets.ts';
import { watched } from './watched/watched.ts';
import { workday } from './workday/workday.ts';
import { upload } from './upload/upload.ts';

/*
 * `npm run bench [-- name …] [embedded|postgresql] [scale=0.1]`: measures, on PostgreSQL and on the embedded database, and
 * prints each figure beside the one to compare it with, from the same run. `sign-in`, `import` and `day` open pages in Chromium
 * instead, and `nodes` and `workday` start everything that they need.
 */
const benches: Readonly<Record<string, Bench>> = {
  lists,
  find,
  sockets,
  'list-page': listPage,
  records,
  'sheets-server': sheetsServer,
  home,
  upload,
  watched,
  months,
  restore: restoreBench,
};
const aloneBenches: Readonly<Record<string, (scale: number) => Promise<void>>> = {
  'sign-in': signInBench,
  import: importBench,
  day: dayBench,
  nodes: nodesBench,
  workday,
};
const args = process.argv.slice(2);
requireKnown(args);
const names = args.filter((word) => word in benches);
const kinds = (['postgresql', 'embedded'] as const).filter(
  (kind) => args.includes(kind) || !args.some((word) => word === 'postgresql' || word === 'embedded'),
);
const scale = Number(args.find((word) => word.startsWith('scale='))?.slice(6) ?? 1);

const alone = Object.keys(aloneBenches).filter((name) => args.includes(name));

for (const name of alone) await aloneBenches[name]?.(scale);
for (const kind of alone.length > 0 && names.length === 0 ? [] : kinds) {
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

/** Without a name everything is measured, which takes half an hour: not by mistake. */
function requireKnown(words: readonly string[]): void {
  const known = [...Object.keys(benches), ...Object.keys(aloneBenches), 'postgresql', 'embedded', 'fsync'];
  const unknown = words.filter((word) => !known.includes(word) && !/^scale=\d+(?:\.\d+)?$/.test(word));
  const [together, apart] = [benches, aloneBenches].map((all) => words.filter((word) => word in all)) as [string[], string[]];
  const issue =
    unknown.length > 0
      ? `npm run bench knows ${known.join(', ')} and scale=0.1, not ${unknown.join(', ')}.`
      : `npm run bench measures ${apart.join(', ')} in a run without ${together.join(', ')}.`;
  if (unknown.length === 0 && (together.length === 0 || apart.length === 0)) return;
  console.error(issue);
  process.exit(1);
}
