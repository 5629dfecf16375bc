import { join } from 'node:path';
import type { ExportRecord } from '@back-office/contract/calls/export.ts';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { folderStorage } from '../../platform/storage/folder-storage.ts';
import { newKey } from '../../platform/storage/new-key.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { notifyNodes } from '../../platform/live/notify-nodes.ts';
import { until } from '../../testing/until.ts';
import { openLive } from '../../testing/live-client.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { openTestDatabase } from '@back-office/app/testing/server/test-database.ts';

let app: TestApp;
let storage: Storage;
/** Keys of the objects begun in the storage, and a hook that runs while one is begun. */
const begun: string[] = [];
let meanwhile: (() => Promise<unknown>) | undefined;
beforeAll(async () => {
  const database = await openTestDatabase();
  storage = await folderStorage(join(database.dataDir, 'files'));
  const watched: Storage = {
    ...storage,
    create: async (key) => {
      begun.push(key);
      const object = await storage.create(key);
      await meanwhile?.();
      return object;
    },
  };
  app = await openTestApp({ database, storage: watched });
});
afterEach(() => {
  begun.length = 0;
  meanwhile = undefined;
});
afterAll(() => app.drop());

const query = (text: string, values: unknown[] = []) => app.database.pool.query(text, values);
const ask = async (token: string, path = 'sys/dict/export') => String((await app.call(token, 'POST', path)).data['id']);
const list = async (token: string) => (await app.call<ExportRecord[]>(token, 'GET', 'sys/export/select-exports')).data;
const download = (token: string, id: string) =>
  app.server.inject({ method: 'GET', url: `/api/sys/export/download/${id}`, headers: { authorization: token } });
const exporter = () => app.userWith({ 'sys/dict': ['export'], 'sys/user': ['export'] });

it('导出中心 lists the latest export first, and its owner’s pages are notified as soon as it is requested', async () => {
  const { token } = await exporter();
  const client = await openLive(app.server, token);
  const heard = (topic: string) => client.frames.some(({ data }) => (data as { topic?: string } | undefined)?.topic === topic);
  // The node subscribes to events some time after its first socket is open.
  await until(async () => {
    await notifyNodes(app.database.db, { kind: 'changed', topic: 'msg' });
    return heard('msg');
  });
  const ids = [await ask(token), await ask(token)];
  await until(() => heard('export'));
  client.socket.terminate();
  expect((await list(token)).map(({ id }) => id)).toEqual(ids.toReversed());
});

it('an exported file is cached by no browser, and available to nobody after its week', async () => {
  const { token } = await exporter();
  const id = await ask(token);
  await app.server.jobs.runDue();
  const { headers } = await download(token, id);
  expect([headers['cache-control'], headers['x-content-type-options']]).toEqual(['no-store', 'nosniff']);
  await query('UPDATE sys_export SET expire_time = now() WHERE id = $1', [id]);
  expect((await download(token, id)).json()).toMatchObject({ code: 40400 });
  expect((await app.call(token, 'POST', `sys/export/cancel/${id}`)).code).toBe(40400);
});

it('an export that is deleted before it is made is never made', async () => {
  const { token } = await exporter();
  const id = await ask(token);
  expect((await app.call(token, 'DELETE', `sys/export/delete/${id}`)).code).toBe(20000);
  const { rows } = await query(`SELECT state FROM sys_job WHERE payload ->> 'exportId' = $1`, [id]);
  expect(rows).toEqual([{ state: 'cancelled' }]);
  await app.server.jobs.runDue();
  expect(begun).toEqual([]);
});

it('the next attempt deletes the file that an earlier attempt left in the storage', async () => {
  const { token } = await exporter();
  const id = await ask(token);
  const left = newKey();
  const object = await storage.create(left);
  await object.write(Buffer.from('half of it'));
  await object.close();
  await query('UPDATE sys_export SET storage_key = $2 WHERE id = $1', [id, left]);
  await app.server.jobs.runDue();
  expect([await storage.size(left), (await download(token, id)).statusCode]).toEqual([undefined, 200]);
});

it('an export read beyond its owner’s present data scope is read again, and the first file given to nobody', async () => {
  const { token, userId } = await exporter();
  const id = await ask(token, 'sys/user/export');
  meanwhile = async () => {
    meanwhile = undefined;
    await query(`UPDATE sys_role SET data_scope = '本人' WHERE id IN (SELECT target_id FROM sys_user_role WHERE owner_id = $1)`, [userId]);
  };
  await app.server.jobs.runDue();
  expect((await list(token))[0]).toMatchObject({ state: 'waiting', fileSize: null });
  expect((await download(token, id)).json()).toMatchObject({ code: 40400 });
  await query(`UPDATE sys_job SET run_time = now() WHERE payload ->> 'exportId' = $1`, [id]);
  await app.server.jobs.runDue();
  expect((await list(token))[0]).toMatchObject({ state: 'done', done: 1, total: 1 });
});

it('a search in fields that the log masks is masked in the log', async () => {
  const { token, userId } = await exporter();
  const url = '/api/sys/user/export?columns=userName&search=13800138000';
  expect((await app.server.inject({ method: 'GET', url, headers: { authorization: token } })).statusCode).toBe(200);
  const { rows } = await query(`SELECT opt_message FROM sys_log_opt WHERE opt_type = '导出' AND create_user = $1`, [userId]);
  expect(rows).toEqual([{ opt_message: '导出 0 行；条件：搜索“***”；列：姓名' }]);
});
