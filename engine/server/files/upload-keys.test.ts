import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { folderStorage } from '../platform/storage/folder-storage.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { pdfOf, pngOf } from '../testing/file-samples.ts';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { openTestDatabase } from '@back-office/app/testing/server/test-database.ts';
import { sendChunk } from '@back-office/app/testing/server/uploads.ts';

/* An upload's Idempotency-Key bypasses no check: a repeated key means the same file for the same place, or is refused. */
let app: TestApp;
let me: Session;
/** Runs before the next read of bytes. */
let meanwhile: (() => Promise<void>) | undefined;
beforeAll(async () => {
  const database = await openTestDatabase();
  const folder = await folderStorage(join(database.dataDir, 'files'));
  const read: Storage['read'] = async (key, range) => {
    const first = meanwhile;
    meanwhile = undefined;
    await first?.();
    return folder.read(key, range);
  };
  app = await openTestApp({ database, storage: { ...folder, read } });
  me = await app.userWith({ 'sys/role': ['read', 'edit'] });
});
afterAll(() => app.drop());

const bytes = pdfOf(300);
const send = (key: string, name: string, part: Buffer, fields: Record<string, string | number>) =>
  sendChunk(app, me.token, { name, bytes: part, fields }, { 'idempotency-key': key });

it('an idempotency key does not finish an upload for a record that its sender may no longer edit', async () => {
  const id = randomUUID();
  await app.database.pool.query(
    `INSERT INTO sys_role (id, role_name, role_code, role_status, data_scope) VALUES ($1, 'kept', 'kept', '正常', '本人')`,
    [id],
  );
  const fields = { totalChunks: 2, otcId: id, otcType: 'sys/role' };
  const begun = await send('key', 'a.pdf', bytes, { ...fields, currentChunk: 0 });
  expect(begun.code).toBe(20000);
  await app.database.pool.query(
    `UPDATE sys_role_function SET function_permission = 'read' WHERE sys_role_id IN (SELECT target_id FROM sys_user_role WHERE owner_id = $1)`,
    [me.userId],
  );
  expect((await send('key', 'a.pdf', bytes, { ...fields, currentChunk: 1 })).code).toBe(40400);
  const refused = await send('key', 'a.pdf', bytes, { totalChunks: 2, currentChunk: 1 });
  const files = await app.database.pool.query('SELECT FROM sys_file WHERE otc_id = $1', [id]);
  expect([refused.code, files.rowCount]).toEqual([40000, 0]);
});

it('an idempotency key does not let content of one type be checked as another type', async () => {
  const whole = pdfOf(400);
  expect((await send('type', 'a.png', whole.subarray(0, 1), { totalChunks: 2, currentChunk: 0 })).code).toBe(20000);
  const last = await send('type', 'a.pdf', whole.subarray(1), { totalChunks: 2, currentChunk: 1 });
  expect([last.code, last.data]).toMatchObject([40000, { fields: [{ field: 'Idempotency-Key' }] }]);
});

it('an idempotency key does not turn bytes that replaced the checked ones into a file', async () => {
  const whole = pngOf(3, 3, 50);
  const fields = { totalChunks: 2 };
  const begin = (head: Buffer) => send('swap', 'a.png', head, { ...fields, currentChunk: 0 });
  const { data } = await begin(whole.subarray(0, 10));
  meanwhile = async () => {
    expect((await app.call(me.token, 'DELETE', `file/upload/${data.id}`)).code).toBe(20000);
    expect((await begin(Buffer.from('<script>//'))).code).toBe(20000);
  };
  const last = await send('swap', 'a.png', whole.subarray(10), { ...fields, currentChunk: 1 });
  expect([last.code, last.data]).toMatchObject([40000, { fields: [{ field: 'chunk' }] }]);
});

it('an idempotency key with other bytes is refused for a day, and then makes a new file', async () => {
  const fields = { totalChunks: 1, currentChunk: 0 };
  const first = await send('daily', 'report.pdf', pdfOf(300), fields);
  expect(first.code).toBe(20000);
  const refused = await send('daily', 'report.pdf', pdfOf(301), fields);
  expect([refused.code, refused.data]).toMatchObject([40000, { fields: [{ field: 'Idempotency-Key' }] }]);
  await app.database.pool.query(`UPDATE sys_upload SET finish_time = now() - interval '25 hours' WHERE sys_file_id = $1`, [first.data.id]);
  const next = await send('daily', 'report.pdf', pdfOf(301), fields);
  expect(next.code).toBe(20000);
  expect(next.data.id).not.toBe(first.data.id);
});

it('an idempotency key does not return the file it created for another file name or another place', async () => {
  const part = pngOf(3, 3, 50);
  const fields = { totalChunks: 1, currentChunk: 0 };
  const first = await send('place', 'a.png', part, { ...fields, otcType: 'album', otcId: 'spring' });
  expect(first.code).toBe(20000);
  expect((await send('place', 'a.png', part, { ...fields, otcType: 'album', otcId: 'summer' })).code).toBe(40000);
  expect((await send('place', 'b.png', part, { ...fields, otcType: 'album', otcId: 'spring' })).code).toBe(40000);
  const again = await send('place', 'a.png', part, { ...fields, otcType: 'album', otcId: 'spring' });
  expect(again.data.id).toBe(first.data.id);
});
