import { createServer } from 'node:http';
import { createWriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import pino from 'pino';
import { createApp } from '../../app/server/app.ts';
import { openDatabase } from '../../engine/server/platform/database/open-database.ts';
import { folderStorage } from '../../engine/server/platform/storage/folder-storage.ts';
import { readSettings } from '../../engine/server/platform/settings.ts';
import { inOwnSchema } from '../../engine/server/testing/in-own-schema.ts';

/*
 * One node of the benchmark in a separate process: the product with its request log written (`ours <url>`), or
 * `node:http` and `pg` alone (`bare <url>`). The parent sends the bare one the statements for each request; the product
 * sends the statements that it has just run, on request.
 */
export interface Statement {
  /** With a name it is prepared, once per connection. */
  readonly name?: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

const [, , kind, url = ''] = process.argv;
const port = kind === 'bare' ? await bare() : await ours();
process.send?.({ port });
process.on('disconnect', () => process.exit(0));

async function ours(): Promise<number> {
  const log = pino({ level: 'info' }, createWriteStream('/dev/null'));
  const database = await openDatabase({ url, dataDir: '', timeZone: 'Asia/Shanghai', log });
  let ran: Statement[] = [];
  let recording = false;
  database.pool.on('acquire', (client) => {
    if (!recording || 'recorded' in client) return;
    const asking = client as unknown as Record<'query' | 'execute', (...given: unknown[]) => unknown>;
    const [query, execute] = [asking.query.bind(client), asking.execute.bind(client)];
    const note = (first: unknown, second: unknown): void => {
      const { text, values } = typeof first === 'string' ? { text: first, values: second } : (first as { text: string; values: unknown });
      ran.push({ text, values: Array.isArray(values) ? (values as unknown[]) : [] });
    };
    Object.assign(client, {
      recorded: true,
      query: (...given: unknown[]) => {
        note(given[0], given[1]);
        return query(...given);
      },
      execute: (...given: unknown[]) => {
        note(given[0], given[1]);
        return execute(...given);
      },
    });
  });
  process.on('message', (asked: string) => {
    recording = asked === 'record';
    if (asked === 'record') ran = [];
    process.send?.({ ran });
  });
  const storage = await folderStorage(join(tmpdir(), 'back-office-bench-files'));
  const app = await createApp({ database, storage, settings: readSettings({}), log, clock: () => new Date(), webRoot: undefined });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

async function bare(): Promise<number> {
  const pool = new pg.Pool({ connectionString: inOwnSchema(url), max: 10 });
  let statements: Statement[] = [];
  process.on('message', (given: Statement[]) => {
    statements = given;
    process.send?.({ taken: given.length });
  });
  const answer = async (): Promise<string> => {
    const results: unknown[][] = [];
    for (const { name, text, values } of statements)
      results.push((await pool.query({ text, values: [...values], ...(name === undefined ? {} : { name }) })).rows);
    return JSON.stringify({ success: true, code: 20000, message: '操作成功', data: { items: results.at(-1), total: results.length } });
  };
  const server = createServer((_request, response) => {
    void answer().then((body) => {
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) });
      response.end(body);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return (server.address() as AddressInfo).port;
}
