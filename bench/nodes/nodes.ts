import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../../engine/server/testing/until.ts';
import { races, runRace } from '../../test/nodes/races.ts';
import { type Cluster, startCluster } from '../../test/nodes/start-cluster.ts';
import { WriteLoad } from '../../test/nodes/write-load.ts';
import { ms } from '../lib/measure.ts';

/**
 * The tests of test/nodes for longer: 1,000 rounds of each race, and nodes and PostgreSQL killed, stopped and restarted
 * ten times each under a load of writing clients. Exit code 1 if anything went wrong.
 */
export async function nodesBench(scale: number): Promise<void> {
  const cluster = await startCluster();
  try {
    const admin = await cluster.signIn();
    for (const [name, round] of Object.entries(races)) {
      const rounds = Math.round(1000 * scale);
      const begin = performance.now();
      const wrong = await runRace(cluster, admin, round, rounds);
      console.log(`two nodes ${name}: ${rounds} rounds in ${ms(performance.now() - begin)}, ${wrong.length} wrong`);
      fail(wrong);
    }
    for (const [name, harm] of Object.entries(harms)) await underLoad(cluster, admin, name, harm, Math.round(10 * scale));
  } finally {
    await cluster.stop();
  }
}

type Harm = (cluster: Cluster, round: number) => Promise<void>;

const restart =
  (signal: NodeJS.Signals): Harm =>
  async (cluster, round) => {
    const node = round % 2 === 0 ? 0 : 1;
    await cluster.nodes[node].end(signal);
    await cluster.startAgain(node);
  };

const harms: Readonly<Record<string, Harm>> = {
  'a node killed': restart('SIGKILL'),
  'a node drained': restart('SIGTERM'),
  'PostgreSQL restarted': (cluster) => cluster.postgres.restart('SIGINT'),
  'PostgreSQL killed': (cluster) => cluster.postgres.restart('SIGQUIT'),
};

async function underLoad(cluster: Cluster, admin: string, name: string, harm: Harm, rounds: number): Promise<void> {
  const load = new WriteLoad(cluster, admin);
  let longest = 0;
  for (let round = 0; round < rounds; round += 1) {
    const before = load.count;
    await until(() => load.count > before + 20, 20_000);
    await wait(Math.random() * 200);
    const harmed = performance.now();
    await harm(cluster, round);
    const after = load.count;
    await until(() => load.count > after, 20_000);
    longest = Math.max(longest, performance.now() - harmed);
  }
  const { acknowledged, lost, twice, refused } = await load.stop();
  console.log(
    `${name}, ${rounds} times: ${acknowledged.length} saves acknowledged, ${lost.length} lost, ${twice.length} made twice; ` +
      `refused and asked again: ${JSON.stringify(refused)}; back within ${ms(longest)}`,
  );
  fail([...lost, ...twice]);
}

function fail(wrong: readonly string[]): void {
  for (const line of wrong.slice(0, 10)) console.log(line);
  if (wrong.length > 0) process.exitCode = 1;
}
