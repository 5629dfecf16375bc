import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { read, utils } from '@e965/xlsx';
import type { ExportRecord } from '@back-office/contract/calls/export.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { s3Storage } from '../../platform/storage/s3-storage.ts';
import { openS3, type TestS3 } from '../../testing/open-s3.ts';
import { runJob } from '@back-office/app/testing/server/run-job.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';

describe.each(['folder', 's3'] as const)('a background export into storage of kind %s', (kind) => {
  let app: TestApp;
  let admin: string;
  let s3: TestS3 | undefined;
  beforeAll(async () => {
    s3 = kind === 's3' ? await openS3() : undefined;
    app = await openTestApp(s3 === undefined ? {} : { storage: s3Storage(s3) });
    admin = await app.admin();
  });
  afterAll(async () => {
    await app.drop();
    await s3?.drop();
  });

  const get = (path: string, token = admin) => app.server.inject({ method: 'GET', url: `/api/${path}`, headers: { authorization: token } });
  const rowsOf = (bytes: Buffer): unknown[][] => {
    const book = read(bytes);
    return utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1, raw: true });
  };
  const logged = async (type: string) =>
    (await app.database.pool.query('SELECT FROM sys_log_opt WHERE opt_type = $1 AND user_account = $2', [type, 'admin'])).rowCount;
  /** The number of objects in the storage after the jobs that are due have run. */
  const objects = async (): Promise<number> => {
    await app.server.jobs.runDue();
    const found = await readdir(s3?.directory ?? join(app.database.dataDir, 'files'), { recursive: true, withFileTypes: true });
    return found.filter(({ name }) => (s3 === undefined ? /^[0-9a-f]{32}$/ : /_object$/).test(name)).length;
  };
  const list = async (token = admin) => (await app.call<ExportRecord[]>(token, 'GET', 'sys/export/select-exports')).data;
  const asked = async (query = '', token = admin) => String((await app.call(token, 'POST', `sys/dict/export${query}`)).data['id']);

  it('is made by a job, downloaded by its owner alone, and deleted with its file when they delete it', async () => {
    const id = await asked('?columns=dictLabel,dictValue&eq=dictValue:gender&other=%00');
    expect((await list())[0]).toMatchObject({ id, title: '字典', state: 'waiting', fileSize: null });
    expect((await app.call(admin, 'GET', `sys/export/download/${id}`)).code).toBe(40400);
    await app.server.jobs.runDue();
    const [done] = await list();
    expect(done).toMatchObject({ id, state: 'done', done: 1, total: 1, failReason: null });
    const response = await get(`sys/export/download/${id}`);
    expect(response.headers['content-disposition']).toContain(encodeURIComponent('字典_'));
    expect(response.rawPayload.length).toBe(done?.fileSize);
    expect(rowsOf(response.rawPayload)).toEqual([
      ['字典名称', '字典值'],
      ['性别', 'gender'],
    ]);
    expect(await logged('下载导出')).toBe(1);
    expect(await objects()).toBe(1);
    const other = await app.userWith({ 'sys/dict': ['write'] });
    expect(await list(other.token)).toEqual([]);
    for (const [method, path] of [
      ['GET', 'download'],
      ['POST', 'cancel'],
      ['DELETE', 'delete'],
    ] as const)
      expect((await app.call(other.token, method, `sys/export/${path}/${id}`)).code).toBe(40400);
    expect((await app.call(admin, 'DELETE', `sys/export/delete/${id}`)).code).toBe(20000);
    expect(await list()).toEqual([]);
    expect(await objects()).toBe(0);
  });

  it('is made with its owner’s permissions at that time, and downloaded with those at download time', async () => {
    const owner = await app.userWith({ 'sys/dict': ['export'] });
    const made = await asked('', owner.token);
    await app.server.jobs.runDue();
    expect((await get(`sys/export/download/${made}`, owner.token)).statusCode).toBe(200);
    const second = await asked('', owner.token);
    await app.database.pool.query(
      "UPDATE sys_role_function SET function_permission = 'read' WHERE sys_role_id IN (SELECT target_id FROM sys_user_role WHERE owner_id = $1)",
      [owner.userId],
    );
    await app.server.jobs.runDue();
    expect((await list(owner.token)).find(({ id }) => id === second)).toMatchObject({ state: 'failed', failReason: '没有操作权限' });
    expect((await app.call(owner.token, 'GET', `sys/export/download/${made}`)).code).toBe(40300);
  });

  /** @see docs/postmortems/handed-out-after-the-right-was-gone.md */
  it('can be downloaded only while its owner’s data scope covers what it covered when it was made', async () => {
    const owner = await app.userWith({ 'sys/user': ['export'] });
    const made = String((await app.call(owner.token, 'POST', 'sys/user/export')).data['id']);
    await app.server.jobs.runDue();
    const scope = (dataScope: string) =>
      app.database.pool.query('UPDATE sys_role SET data_scope = $2 WHERE id IN (SELECT target_id FROM sys_user_role WHERE owner_id = $1)', [
        owner.userId,
        dataScope,
      ]);
    await scope('本人');
    expect(await app.call(owner.token, 'GET', `sys/export/download/${made}`)).toMatchObject({
      code: 40300,
      message: '您的数据范围已改变，请重新导出',
    });
    const own = String((await app.call(owner.token, 'POST', 'sys/user/export')).data['id']);
    await app.server.jobs.runDue();
    expect((await get(`sys/export/download/${own}`, owner.token)).statusCode).toBe(200);
    await scope('全部');
    for (const id of [made, own]) expect((await get(`sys/export/download/${id}`, owner.token)).statusCode).toBe(200);
  });

  it('made by an administrator cannot be downloaded by them once they have lost the role', async () => {
    const owner = await app.userWith({ 'sys/user': ['read', 'export'] }, { dataScope: '本人' });
    const role = '00000000-0000-7000-8000-000000000002';
    await app.database.pool.query('INSERT INTO sys_user_role (owner_id, target_id) VALUES ($1, $2)', [owner.userId, role]);
    const made = String((await app.call(owner.token, 'POST', 'sys/user/export')).data['id']);
    await app.server.jobs.runDue();
    expect((await get(`sys/export/download/${made}`, owner.token)).statusCode).toBe(200);
    await app.database.pool.query('DELETE FROM sys_user_role WHERE owner_id = $1 AND target_id = $2', [owner.userId, role]);
    expect((await app.call<{ total: number }>(owner.token, 'GET', 'sys/user/select-page')).data.total).toBe(1);
    const own = String((await app.call(owner.token, 'POST', 'sys/user/export')).data['id']);
    await app.server.jobs.runDue();
    expect((await get(`sys/export/download/${own}`, owner.token)).statusCode).toBe(200);
    expect((await app.call(owner.token, 'GET', `sys/export/download/${made}`)).code).toBe(40300);
  });

  it('includes records that came into its owner’s data scope since sign-in, and is refused once one is moved away', async () => {
    const save = async (record: object) => (await app.call(admin, 'POST', 'sys/org/save', record)).data;
    const home = await save({ orgName: '常驻', orgCode: `home-${kind}` });
    const chief = await app.userWith({ 'sys/org': ['read', 'export'] }, { dataScope: '本机构及下级' });
    await app.database.pool.query('UPDATE sys_user SET sys_org_id = $1 WHERE id = $2', [home.id, chief.userId]);
    // The server now caches the rights of the user.
    expect((await app.call(chief.token, 'GET', 'sys/org/select-page')).code).toBe(20000);
    const guest = await save({ orgName: '过客', orgCode: `guest-${kind}`, parentId: home.id });
    const made = String((await app.call(chief.token, 'POST', 'sys/org/export')).data['id']);
    await app.server.jobs.runDue();
    expect(rowsOf((await get(`sys/export/download/${made}`, chief.token)).rawPayload).flat()).toContain('过客');
    await save({ ...guest, parentId: null });
    expect((await app.call(chief.token, 'GET', `sys/org/select/${guest.id}`)).code).toBe(40400);
    expect((await app.call(chief.token, 'GET', `sys/export/download/${made}`)).code).toBe(40300);
  });

  it('holds only the selected records, in the requested order, and none that its owner cannot see', async () => {
    const ids: string[] = [];
    for (const n of [1, 2, 3])
      ids.push((await app.call(admin, 'POST', 'sys/org/save', { orgName: `勾选${n}`, orgCode: `ticked-${n}`, orgSort: n })).data.id);
    const ticked = `ids=${ids[2] ?? ''},${ids[0] ?? ''}`;
    const started = await app.call(admin, 'POST', `sys/org/export?columns=orgName&sort=orgSort:asc&${ticked}`);
    expect(started.data).toMatchObject({ total: 2 });
    await app.server.jobs.runDue();
    expect(rowsOf((await get(`sys/export/download/${started.data.id}`)).rawPayload)).toEqual([['机构名称'], ['勾选1'], ['勾选3']]);
    const stranger = await app.userWith({ 'sys/org': ['export'] }, { dataScope: '本人' });
    expect((await app.call(stranger.token, 'POST', `sys/org/export?${ticked}`)).data).toMatchObject({ total: 0 });
    for (const wrong of ['ids=x', `ids=${'0,'.repeat(500)}0`])
      expect((await app.call(admin, 'POST', `sys/org/export?${wrong}`)).code, wrong).toBe(40000);
  });

  it('is deleted a week later, however many there are', async () => {
    await app.database.pool.query(
      `INSERT INTO sys_export (id, resource, title, file_name, query, create_user, expire_time)
       SELECT gen_random_uuid(), 'sys/dict', '字典', '字典', '{}', gen_random_uuid(), now() - interval '1 hour' FROM generate_series(1, 501)`,
    );
    await runJob(app, 'clear-exports');
    expect((await app.database.pool.query('SELECT FROM sys_export WHERE expire_time < now()')).rowCount).toBe(0);
  });

  it('can be cancelled while it waits, is kept for a week, and at most ten may wait for one person', async () => {
    const owner = await app.userWith({ 'sys/dict': ['export'] });
    const id = await asked('', owner.token);
    expect((await app.call(owner.token, 'POST', `sys/export/cancel/${id}`)).code).toBe(20000);
    expect((await list(owner.token))[0]).toMatchObject({ state: 'cancelled' });
    const asks = Array.from({ length: 16 }, () => app.call(owner.token, 'POST', 'sys/dict/export'));
    expect((await Promise.all(asks)).filter(({ code }) => code === 42900)).toHaveLength(6);
    expect((await app.call(owner.token, 'POST', 'sys/dict/export')).code).toBe(42900);
    await app.server.jobs.runDue();
    const goBack = async (time: string) => {
      await app.database.pool.query(
        `UPDATE sys_export SET create_time = create_time - $1::interval, expire_time = expire_time - $1::interval`,
        [time],
      );
      await runJob(app, 'clear-exports');
    };
    await goBack('6 days 23 hours');
    expect(await list(owner.token)).toHaveLength(11);
    expect(await objects()).not.toBe(0);
    await goBack('1 hour');
    expect(await list(owner.token)).toEqual([]);
    expect(await objects()).toBe(0);
    expect((await app.database.pool.query('SELECT FROM sys_export')).rowCount).toBe(0);
  });
});
