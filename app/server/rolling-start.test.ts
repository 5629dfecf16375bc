import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { migrate } from '@back-office/server/platform/database/migrate.ts';
import { openDatabase } from '@back-office/server/platform/database/open-database.ts';
import { productVersion } from '@back-office/server/platform/product-version.ts';
import { silentLog } from '@back-office/server/testing/silent-log.ts';
import { databaseUrl, newName, onServer, testTimeZone } from '../testing/server/test-template.ts';
import { until } from '@back-office/server/testing/until.ts';

/* Nodes as separate processes on one PostgreSQL and one folder for files. */
const template = inject('testTemplate');
const name = newName('rolling');
const serverUrl = template.kind === 'postgresql' ? template.serverUrl : undefined;
const url = serverUrl === undefined ? '' : databaseUrl(serverUrl, name);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'back-office-rolling-'));
});
afterAll(() => rm(folder, { recursive: true }));

function startNode() {
  const env = { ...process.env, NODE_ENV: 'production', DATABASE_URL: url, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'info' };
  const node = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [node.stdout, node.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = once(node, 'exit') as Promise<[number | null, string | null]>;
  return { node, ended, said: () => said, isUp: () => /http:\/\/127/.test(said) || node.exitCode !== null };
}

it.for([{ from: 'an empty database' }, { from: 'one of an older version' }])(
  'two nodes starting at once on $from both serve, create one admin, and stop when told to',
  async ({ from }, { skip }) => {
    if (serverUrl === undefined) return skip('an embedded database belongs to one node');
    await onServer(serverUrl, `create database ${name} encoding 'UTF8' template template0`);
    try {
      if (from.includes('older')) await migrateHalf();
      const nodes = [startNode(), startNode()];
      await until(() => nodes.every(({ isUp }) => isUp()));
      for (const { node } of nodes) node.kill('SIGTERM');
      const ends = await Promise.all(nodes.map(({ ended }) => ended));
      const said = nodes.map((node) => node.said());
      expect(ends, said.join('\n')).toEqual([
        [0, null],
        [0, null],
      ]);
      expect(said.filter((text) => text.includes('First password of admin'))).toHaveLength(1);
      expect(JSON.parse(said[0]?.split('\n')[0] ?? '')).toMatchObject({
        version: productVersion,
        msg: `Back-office ${productVersion} starts`,
      });
      // An operator who wonders why only admin sees a menu finds the answer beside the line that the server has started.
      expect(said.filter((text) => text.includes('ROUTER_MODE=remote'))).toHaveLength(2);
    } finally {
      await onServer(serverUrl, `drop database ${name} with (force)`);
      await rm(join(folder, 'files'), { recursive: true, force: true });
    }
  },
);

/** The first half of the migrations, as in an older version. */
async function migrateHalf(): Promise<void> {
  const all = join(import.meta.dirname, '../../sys/migrations');
  const names = (await readdir(all)).sort();
  const older = await mkdtemp(join(folder, 'migrations-'));
  for (const file of names.slice(0, names.length >> 1)) await cp(join(all, file), join(older, file));
  const database = await openDatabase({ url, dataDir: folder, timeZone: testTimeZone, log: silentLog });
  try {
    await migrate(database, { log: silentLog, modules: [{ name: 'sys', migrations: older }] });
  } finally {
    await database.close();
  }
}
