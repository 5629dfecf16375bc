import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPostgres } from '../../scripts/lib/start-postgres.mjs';
import { pdfOf } from '../../engine/server/testing/file-samples.ts';
import { inOwnSchema } from '../../engine/server/testing/in-own-schema.ts';
import { dayOf, encryptField } from '../../engine/server/testing/seal-values.ts';
import { until } from '../../engine/server/testing/until.ts';
import { formOf, formType } from '../../app/testing/server/uploads.ts';
import { freePorts } from './free-ports.ts';
import { type Answer, callAt, type CallOptions } from './https-call.ts';
import { type NodeProcess, startNode } from './start-node.ts';

/* A PostgreSQL with a full disk; skipped if none can be mounted. */
const [disk, folder] = [mkdtempSync(join(tmpdir(), 'back-office-full-')), mkdtempSync(join(tmpdir(), 'back-office-full-node-'))];
const isDisk = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=1777', 'tmpfs', disk]).status === 0;
const ballast = join(disk, 'ballast');
const agent = new Agent({ keepAlive: true });
let postgres: Awaited<ReturnType<typeof startPostgres>>;
let node: NodeProcess;
let token: string;
beforeAll(async () => {
  if (!isDisk) return;
  postgres = await startPostgres(process.env['NODES_POSTGRES'], {
    root: disk,
    durable: true,
    more: ['max_wal_size=64MB', 'min_wal_size=32MB'],
  });
  const [port = 0] = await freePorts(1);
  const password = 'Test-Admin-2024';
  node = await startNode(port, { DATABASE_URL: postgres.url, DATA_DIR: folder, ADMIN_PASSWORD: password, ADMIN_PASSWORD_KEEP: 'on' });
  const day = dayOf(new Date());
  const body = new URLSearchParams({ username: encryptField('admin', day), password: encryptField(password, day) });
  token = (await call<{ credentials: { accessToken: string } }>('POST', 'login', { body })).data.credentials.accessToken;
}, 180_000);
afterAll(async () => {
  await node?.end('SIGKILL');
  agent.destroy();
  await postgres?.stop();
  if (isDisk) execFileSync('umount', ['--lazy', disk]);
  for (const place of [disk, folder]) rmSync(place, { recursive: true, force: true });
});

const call = <Data = Record<string, unknown>>(method: string, path: string, options: CallOptions = {}): Promise<Answer<Data>> =>
  callAt(agent, method, new URL(path.startsWith('/') ? path : `/api/${path}`, `http://127.0.0.1:${node.port}`), { token, ...options });
const save = (dictValue: string) => call('POST', 'sys/dict/save', { body: { dictLabel: '满', dictValue, dictRemark: 'x'.repeat(400) } });
const count = async (prefix: string) =>
  (await call<{ total: number }>('GET', `sys/dict/select-page?limit=1&like=dictValue:${prefix}`)).data.total;

/** Writes until nothing more fits. */
function fill(): void {
  const file = openSync(ballast, 'w');
  for (const size of [65_536, 512]) {
    try {
      for (;;) writeSync(file, Buffer.alloc(size));
    } catch {
      // Full for blocks of this size.
    }
  }
  closeSync(file);
}

it.skipIf(!isDisk)(
  'refuses what does not fit on the disk, keeps nothing of it, and continues once there is room',
  { timeout: 120_000 },
  async () => {
    const { data: sheet } = await call('POST', 'sys/dict/open-import', { body: { type: '字典导入模板', fileName: 'a.xlsx' } });
    const rows = Array.from({ length: 2000 }, (_, row) => ({ row, values: { dictLabel: '导入', dictValue: `import-${row}` } }));
    expect((await call('POST', `sys/dict/add-import-rows/${String(sheet['id'])}`, { body: rows })).code).toBe(20000);
    const saveSheet = () => call('POST', `sys/dict/save-import/${String(sheet['id'])}`, { headers: { 'idempotency-key': 'sheet' } });
    fill();
    const kept: string[] = [];
    for (let at = 0, refused = 0; refused < 3; at += 1) {
      const { status, code } = await save(`full-${at}`);
      if (code === 20000) kept.push(`full-${at}`);
      else expect([status, code, (refused += 1)]).toEqual([503, 50300, refused]);
    }
    const form = formOf({ name: 'a.pdf', bytes: pdfOf(2000), fields: { totalChunks: 1, currentChunk: 0 } });
    expect((await saveSheet()).code).toBe(50300);
    // Pages with free space still accept some data.
    let upload = await call('POST', 'file/upload', { body: form, headers: { 'content-type': formType } });
    for (let at = 0; at < 500 && upload.code === 20000; at += 1)
      upload = await call('POST', 'file/upload', { body: form, headers: { 'content-type': formType } });
    expect([upload.status, upload.code]).toEqual([503, 50300]);
    expect((await call('GET', 'sys/dict/select-page?limit=1')).code).toBe(20000);
    expect((await call('GET', '/healthz')).status).toBe(200);
    expect(node.output()).toContain('No space left on device');
    rmSync(ballast);
    await until(async () => (await save('after')).code !== 50300);
    expect([await count('import-'), await count('full-')]).toEqual([0, kept.length]);
    expect((await saveSheet()).data).toMatchObject({ saved: 2000 });
  },
);

it.skipIf(!isDisk)('survives a PostgreSQL that shuts down because its log has no room', { timeout: 120_000 }, async () => {
  fill();
  const client = new pg.Client({ connectionString: inOwnSchema(postgres.url) });
  client.on('error', () => undefined);
  await client.connect();
  const log = async () => {
    for (;;) await client.query("SELECT pg_logical_emit_message(true, 'fill', repeat('x', 1000000))");
  };
  await expect(log()).rejects.toThrow();
  await client.end().catch(() => undefined);
  await until(async () => (await call('GET', '/readyz')).status === 503);
  expect((await save('gone')).code).toBe(50300);
  expect((await call('GET', '/healthz')).status).toBe(200);
  rmSync(ballast);
  await postgres.restart('SIGQUIT');
  await until(async () => (await save('back')).code !== 50300);
  expect([await count('gone'), await count('back')]).toEqual([0, 1]);
});
