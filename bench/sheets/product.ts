import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Envelope } from '@back-office/contract/envelope.ts';
import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import { memoryFlags } from '../../app/server/memory-flags.mjs';
import { dayOf, encryptField } from '../../engine/server/testing/seal-values.ts';
import { adminPassword } from '../lib/admin-password.ts';

/** The product in a separate process, and a person signed in as admin. */
export interface Product {
  fetch: (path: string, init?: { method?: string; body?: string; headers?: Record<string, string> }) => Promise<Response>;
  /** Posts JSON and returns `data`; throws a refusal. */
  post: <Data>(path: string, body?: unknown, headers?: Record<string, string>) => Promise<Data>;
  /** Its peak memory in bytes since it began. */
  peak: () => Promise<number>;
  stop: () => Promise<void>;
}

/** Starts the product on the database at the address, or on an embedded one of its own without an address. */
export async function startProduct(url: string): Promise<Product> {
  const folder = await mkdtemp(join(tmpdir(), 'back-office-bench-sheets-'));
  const child = fork(join(import.meta.dirname, '../upload/server.ts'), ['ours', folder, url], {
    execArgv: memoryFlags,
  });
  const { port } = await next<{ port: number }>(child);
  const base = `http://127.0.0.1:${port}/api/`;
  const day = dayOf(new Date());
  const body = new URLSearchParams({ username: encryptField('admin', day), password: encryptField(adminPassword, day) });
  const { data } = (await (await fetch(`${base}login`, { method: 'POST', body })).json()) as { data: LoginAnswer };
  const headers = { authorization: data.credentials.accessToken };
  const ask: Product['fetch'] = (path, init = {}) => fetch(base + path, { ...init, headers: { ...headers, ...init.headers } });
  return {
    fetch: ask,
    post: async <Data>(path: string, json: unknown = {}, more: Record<string, string> = {}) => {
      const init = { method: 'POST', body: JSON.stringify(json), headers: { 'content-type': 'application/json', ...more } };
      const answer = (await (await ask(path, init)).json()) as Envelope<Data>;
      if (!answer.success) throw new Error(`${path}: ${answer.code} ${answer.message}`);
      return answer.data as Data;
    },
    peak: async () => {
      child.send('peak');
      return (await next<{ peak: number }>(child)).peak;
    },
    stop: async () => {
      child.kill();
      await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function next<Answer>(child: ChildProcess): Promise<Answer> {
  const [answer] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('The product has ended.'))),
  ])) as [Answer];
  return answer;
}

/** Requests a page of users repeatedly during the work; returns how long each answer took, and the failed ones. */
export async function latenciesDuring(product: Product, work: () => Promise<unknown>): Promise<{ times: number[]; failed: number }> {
  const times: number[] = [];
  let failed = 0;
  let goesOn = true;
  const asking = (async () => {
    while (goesOn) {
      const begin = performance.now();
      const { status } = await product.fetch('sys/user/select-page?index=0&limit=10');
      times.push(performance.now() - begin);
      if (status !== 200) failed += 1;
      await wait(20);
    }
  })();
  try {
    await work();
  } finally {
    goesOn = false;
    await asking;
  }
  return { times: times.toSorted((one, other) => one - other), failed };
}
