import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { hasChildren } from '@back-office/contract/resource/field.ts';
import { openTestApp } from '@back-office/app/testing/server/test-app.ts';

/* The program of docs/guide/programs.md, run as a company would run it. */
const program = join(import.meta.dirname, '../../../examples/programs/keep-copy.mjs');

it('a program of a few lines keeps a copy of the records with an API key', async () => {
  const app = await openTestApp();
  const folder = await mkdtemp(join(tmpdir(), 'back-office-copy-'));
  try {
    const admin = await app.admin();
    const person = await app.userWith({ 'sys/dict': ['read'] });
    const expireTime = new Date(Date.now() + 86_400_000).toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' });
    const made = await app.call<{ token: string }>(admin, 'POST', 'sys/token/save', {
      tokenName: '副本',
      sysUserId: person.userId,
      tokenRights: ['sys/dict:read'],
      expireTime,
    });
    await app.server.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.server.address() as AddressInfo;
    const file = join(folder, 'copy.json');
    const run = async (): Promise<Record<string, AnyRow>> => {
      await promisify(execFile)(process.execPath, [program, `http://127.0.0.1:${port}`, 'sys/dict', file], {
        env: { ...process.env, BACK_OFFICE_KEY: made.data.token },
      });
      return (JSON.parse(await readFile(file, 'utf8')) as { records: Record<string, AnyRow> }).records;
    };
    const listed = async () => {
      const { data } = await app.call<{ items: AnyRow[] }>(person.token, 'GET', 'sys/dict/select-page?limit=10000');
      return Object.fromEntries(
        data.items.map((row) => [row.id, Object.fromEntries(Object.entries(row).filter(([name]) => name !== hasChildren))]),
      );
    };
    const first = await run();
    expect(first).toEqual(await listed());
    const id = Object.keys(first)[0] ?? '';
    const { data } = await app.call(admin, 'GET', `sys/dict/select/${id}`);
    expect((await app.call(admin, 'POST', 'sys/dict/save', { ...data, dictLabel: '改过' })).code).toBe(20000);
    expect(await run()).toMatchObject({ [id]: { dictLabel: '改过' } });
    await app.database.pool.query('SELECT begin_changes()');
    const again = await run();
    expect(again).toEqual(await listed());
  } finally {
    await app.drop();
    await rm(folder, { recursive: true, force: true });
  }
});
