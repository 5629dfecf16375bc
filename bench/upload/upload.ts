import { type ChildProcess, fork } from 'node:child_process';
import { on, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import { dayOf, encryptField } from '../../engine/server/testing/seal-values.ts';
import type { Bench } from '../lib/bench.ts';
import { ms } from '../lib/measure.ts';
import { memoryFlags } from '../../app/server/memory-flags.mjs';
import { adminPassword } from '../lib/admin-password.ts';
import { WarmMemory } from './warm-memory.ts';

const MiB = 1024 * 1024;

const rounds = 5;
/** Memory freed for a server before each upload: a chunk, and the data on its way to the disk. */
const ahead = 150 * MiB;

/**
 * 1 GiB in chunks of 100 MiB, to this server and to two bare ones in the same run, each with nothing else to do: at
 * least 1.5 times the one that hashes on its main thread. Then with others who request pages meanwhile, with a p99
 * below 50 ms, and four uploads at once, in less than 300 MB.
 */
export const upload: Bench = async (database, scale) => {
  const size = Math.round((1024 * scale) / 100) * 100 * MiB || 100 * MiB;
  const file = Math.min(size, 1024 * MiB);
  const url = database.pool.options.connectionString ?? '';
  const speeds: Record<string, number[]> = { plain: [], hashing: [], ours: [] };
  for (let round = 1; round <= rounds; round += 1) {
    for (const kind of ['plain', 'hashing', 'ours']) speeds[kind]?.push(await run(kind, url, { size: file, files: 1 }));
  }
  const median = (kind: string): number => speeds[kind]?.toSorted((one, other) => one - other)[(rounds - 1) / 2] ?? 0;
  const ratio = (kind: string): string => (median('ours') / median(kind)).toFixed(2);
  console.log(
    `medians: ours ${Math.round(median('ours'))} MiB/s, ${ratio('hashing')} times the hashing one, ${ratio('plain')} the plain one`,
  );
  for (const files of [1, 4]) await run('ours', url, { size: file, files, others: true });
};

interface Load {
  /** Bytes of each file. */
  readonly size: number;
  /** Files at once. */
  readonly files: number;
  /** Whether somebody else works meanwhile. */
  readonly others?: boolean;
}

/** MiB per second. */
async function run(kind: string, url: string, { size, files, others = false }: Load): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'back-office-bench-upload-'));
  const script = (name: string): string => join(import.meta.dirname, name);
  const server = fork(script('server.ts'), [kind, join(folder, 'data'), url], { execArgv: kind === 'ours' ? memoryFlags : [] });
  const sender = fork(script('sender.ts'), [], { execArgv: [] });
  try {
    const { port } = await next<{ port: number }>(server);
    const token = kind === 'ours' ? await signIn(port) : '';
    const memory = await WarmMemory.allocate(folder, size * files);
    await memory.free(ahead * files);
    const probes = others ? probe(port, token) : undefined;
    sender.on('message', ({ sent = 0 }: { sent?: number }) => void memory.free(sent));
    sender.send({ port, token, size, files });
    const took = await tookOf(sender);
    const times = (await probes?.stop()) ?? [];
    await memory.drop();
    server.send('peak');
    const { before, peak, cpu } = await next<{ before: number; peak: number; cpu: NodeJS.CpuUsage }>(server);
    const speed = (size * files) / MiB / (took / 1000);
    const figures = [
      `${Math.round(speed)} MiB/s`,
      `${((cpu.user + cpu.system) / 1e6).toFixed(1)} s of work`,
      `peak ${Math.round(peak / 1e6)} MB (${Math.round(before / 1e6)} before)`,
      ...(others ? [`${times.length} other requests: p50 ${at(times, 0.5)}, p99 ${at(times, 0.99)}`] : []),
      `load ${loadavg()[0]?.toFixed(1)}`,
    ];
    console.log(`${kind}, ${files} × ${size / MiB} MiB: ${figures.join(', ')}`);
    return speed;
  } finally {
    for (const child of [sender, server]) {
      child.kill();
      await once(child, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  }
}

/** Requests a page of a list repeatedly, like somebody else working meanwhile. */
function probe(port: number, token: string): { stop: () => Promise<number[]> } {
  const times: number[] = [];
  let goesOn = true;
  const asking = (async () => {
    while (goesOn) {
      const begin = performance.now();
      await (
        await fetch(`http://127.0.0.1:${port}/api/sys/role/select-page?index=0&limit=10`, { headers: { authorization: token } })
      ).text();
      times.push(performance.now() - begin);
      await wait(10);
    }
  })();
  return {
    stop: async () => {
      goesOn = false;
      await asking;
      return times.toSorted((one, other) => one - other);
    },
  };
}

const at = (times: readonly number[], share: number): string => ms(times[Math.floor(times.length * share)] ?? 0);

async function signIn(port: number): Promise<string> {
  const day = dayOf(new Date());
  const body = new URLSearchParams({ username: encryptField('admin', day), password: encryptField(adminPassword, day) });
  const answer = await fetch(`http://127.0.0.1:${port}/api/login`, { method: 'POST', body });
  return ((await answer.json()) as { data: LoginAnswer }).data.credentials.accessToken;
}

/** Milliseconds, when all is sent. */
async function tookOf(sender: ChildProcess): Promise<number> {
  for await (const [{ took }] of on(sender, 'message', { close: ['exit'] }) as AsyncIterable<[{ took?: number }]>) {
    if (took !== undefined) return took;
  }
  throw endedError();
}

const endedError = (): Error => new Error('A process of the bench has ended.');

async function next<Answer>(child: ChildProcess): Promise<Answer> {
  const [answer] = (await Promise.race([once(child, 'message'), once(child, 'exit').then(() => Promise.reject(endedError()))])) as [Answer];
  return answer;
}
