import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import { dayOf, encryptField } from '../../server/src/testing/seal-values.ts';
import type { Bench } from '../lib/bench.ts';
import { ms } from '../lib/measure.ts';
import { memoryFlags } from '../../server/memory-flags.mjs';
import { adminPassword } from '../lib/admin-password.ts';

const MiB = 1024 * 1024;

/**
 * 1 GiB in chunks of 100 MiB, to this server and to two bare ones in the same run (issue 5): at least 1.5 times the one
 * that hashes on its main thread; then four at once: less than 300 MB; and other requests meanwhile: p99 below 50 ms.
 */
export const upload: Bench = async (database, scale) => {
  const size = Math.round((1024 * scale) / 100) * 100 * MiB || 100 * MiB;
  const file = Math.min(size, 1024 * MiB);
  const url = database.pool.options.connectionString ?? '';
  const speeds: Record<string, number[]> = { plain: [], hashing: [], ours: [] };
  for (let round = 1; round <= 3; round += 1) {
    for (const kind of ['plain', 'hashing', 'ours']) speeds[kind]?.push(await run(kind, url, { size: file, files: 1 }));
  }
  const median = (kind: string): number => speeds[kind]?.toSorted((one, other) => one - other)[1] ?? 0;
  const ratio = (kind: string): string => (median('ours') / median(kind)).toFixed(2);
  console.log(
    `medians: ours ${Math.round(median('ours'))} MiB/s, ${ratio('hashing')} times the hashing one, ${ratio('plain')} the plain one`,
  );
  await run('ours', url, { size: file, files: 4 });
};

async function run(kind: string, url: string, { size, files }: { size: number; files: number }): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'back-office-bench-upload-'));
  const script = (name: string): string => join(import.meta.dirname, name);
  const server = fork(script('server.ts'), [kind, join(folder, 'data'), url], { execArgv: kind === 'ours' ? memoryFlags : [] });
  const sender = fork(script('sender.ts'), [], { execArgv: [] });
  try {
    const { port } = await next<{ port: number }>(server);
    const token = kind === 'ours' ? await signIn(port) : '';
    await warmMemory(folder, size * files);
    const probes = kind === 'ours' ? probe(port, token) : undefined;
    sender.send({ port, token, size, files });
    const { took } = await next<{ took: number }>(sender);
    const times = (await probes?.stop()) ?? [];
    server.send('peak');
    const { before, peak, cpu } = await next<{ before: number; peak: number; cpu: NodeJS.CpuUsage }>(server);
    const worked = ((cpu.user + cpu.system) / 1e6).toFixed(1);
    const speed = (size * files) / MiB / (took / 1000);
    const others = times.length === 0 ? '' : `, ${times.length} other requests: p50 ${at(times, 0.5)}, p99 ${at(times, 0.99)}`;
    const load = loadavg()[0]?.toFixed(1);
    console.log(
      `${kind}, ${files} × ${size / MiB} MiB: ${Math.round(speed)} MiB/s, ${worked} s of work, peak ${Math.round(peak / 1e6)} MB (${Math.round(before / 1e6)} before)${others}, load ${load}`,
    );
    return speed;
  } finally {
    for (const child of [sender, server]) {
      child.kill();
      await once(child, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Takes as much memory for a file as the upload will, and gives it back: a virtual machine asks its host for each page
 * that it has not used lately, which costs more than the upload itself and hits whichever server runs after a pause.
 */
async function warmMemory(folder: string, bytes: number): Promise<void> {
  const path = join(folder, 'warm');
  const file = await open(path, 'wx');
  const block = Buffer.alloc(MiB);
  for (let done = 0; done < bytes; done += MiB) await file.write(block);
  await file.close();
  await rm(path);
}

/** Asks for a page of a list, again and again, as somebody else does meanwhile. */
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

async function next<Answer>(child: ChildProcess): Promise<Answer> {
  const [answer] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('A process of the bench has ended.'))),
  ])) as [Answer];
  return answer;
}
