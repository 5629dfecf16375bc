import type { Database } from '../../engine/server/platform/database/database.ts';
import { adminToken, withBareServer, medianOf, type Turn } from '../lib/with-bare-server.ts';
import { type Caller, callerOf } from '../lib/caller-of.ts';

const savers = 24;
const rounds = 5;
const seconds = 3;

interface Entry {
  readonly id: string;
  version: number;
}

const ways = {
  'nobody watches': { watched: false, bus: 'notify' },
  'every record watched, told by NOTIFY': { watched: true, bus: 'notify' },
  'every record watched, told through rows': { watched: true, bus: 'poll' },
} as const;
type Way = keyof typeof ways;

/** Saves of records that somebody has open for editing, against the same saves without: the cost of notifying at COMMIT. */
export async function watched(database: Database, scale: number): Promise<void> {
  if (database.kind === 'embedded') return console.log('on PostgreSQL only: the embedded database has one session, which waits for nobody');
  const token = await adminToken(database);
  await withBareServer(database, 1, async ({ own }) => {
    const call = callerOf(own, token, savers);
    const entries: Entry[] = [];
    for (let at = 0; at < savers; at += 1) {
      const { data } = await call<Entry>('sys/msg/save', {
        msgTitle: '停电通知',
        msgContent: '<p>周五停电</p>',
        msgScope: '全部',
        msgStatus: '草稿',
      });
      entries.push({ id: data.id, version: data.version });
    }
    const turns: Record<string, Turn[]> = {};
    for (let round = 0; round <= rounds; round += 1) {
      for (const name of Object.keys(ways) as Way[]) {
        await prepare(database, ways[name], entries);
        const rate = await measureSaves(call, entries, seconds * scale * 1000);
        // The first round warms up.
        if (round > 0) (turns[name] ??= []).push({ rate, server: 0, database: 0 });
      }
    }
    const rateOf = (name: Way): number => medianOf(turns[name] ?? []).rate;
    const least = rateOf('nobody watches');
    for (const name of Object.keys(ways) as Way[]) {
      console.log(`${name}: ${Math.round(rateOf(name))} saves a second, ${(rateOf(name) / least).toFixed(2)} of those that nobody watches`);
    }
  });
}

async function prepare({ pool }: Database, { watched: isWatched, bus }: (typeof ways)[Way], entries: readonly Entry[]): Promise<void> {
  await pool.query('TRUNCATE sys_live_watch, sys_live_message, sys_live_bus');
  await pool.query(`INSERT INTO sys_live_bus (way, seen_time) VALUES ($1, now() + interval '1 hour')`, [bus]);
  if (!isWatched) return;
  await pool.query(
    `INSERT INTO sys_live_watch (target_id, target_resource, sys_session_id)
     SELECT id, 'sys/msg', (SELECT id FROM sys_session LIMIT 1) FROM unnest($1::uuid[]) AS id`,
    [entries.map(({ id }) => id)],
  );
}

async function measureSaves(call: Caller, entries: Entry[], ms: number): Promise<number> {
  const begin = performance.now();
  let count = 0;
  const saveOften = async (entry: Entry): Promise<void> => {
    while (performance.now() - begin < ms) {
      const { code, data } = await call<Entry>('sys/msg/save', { id: entry.id, version: entry.version, msgTitle: `通知${count}` });
      if (code !== 20000) throw new Error(`A save was answered ${code}.`);
      entry.version = data.version;
      count += 1;
    }
  };
  await Promise.all(entries.map(saveOften));
  return count / ((performance.now() - begin) / 1000);
}
