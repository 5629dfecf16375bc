import type { ExportRecord } from '@back-office/contract/calls/export.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.drop());

/** Gives the person this many finished exports of so many bytes each. */
const keep = (userId: string, count: number, bytes: number, expires = "interval '1 day'") =>
  app.database.pool.query(
    `INSERT INTO sys_export (id, resource, title, file_name, query, create_user, file_size, expire_time)
     SELECT gen_random_uuid(), 'sys/dict', '数据字典', '数据字典.xlsx', '{}', $1, $2, now() + ${expires} FROM generate_series(1, $3::int)`,
    [userId, bytes, count],
  );
const ask = async (token: string) => {
  const { code, message } = await app.call(token, 'POST', 'sys/dict/export');
  return { code, message };
};
const exporter = () => app.userWith({ 'sys/dict': ['export'] });

describe('an export in the background', () => {
  it('is refused while its person has a hundred in 导出中心, and begins once one of them is deleted or expired', async () => {
    const { token, userId } = await exporter();
    await keep(userId, 99, 1000);
    await keep(userId, 1, 1000, "interval '-1 day'");
    expect((await ask(token)).code).toBe(20000);
    expect(await ask(token)).toEqual({
      code: 40000,
      message: expect.stringMatching(/^导出中心已有 100 个导出，共 .+，请先在那里删除不再需要的$/),
    });
    const { data } = await app.call<ExportRecord[]>(token, 'GET', 'sys/export/select-exports');
    expect((await app.call(token, 'DELETE', `sys/export/delete/${data.at(-1)?.id}`)).code).toBe(20000);
    expect((await ask(token)).code).toBe(20000);
  });

  it('is refused while the files of its person have five gigabytes, and not for those of others', async () => {
    const { token, userId } = await exporter();
    await keep(userId, 5, 2 ** 30);
    expect(await ask(token)).toEqual({ code: 40000, message: '导出中心已有 5 个导出，共 5 GB，请先在那里删除不再需要的' });
    expect((await ask((await exporter()).token)).code).toBe(20000);
  });
});
