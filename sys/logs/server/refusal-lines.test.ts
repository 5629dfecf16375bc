import { openTestApp } from '@back-office/app/testing/server/test-app.ts';
import { expect, it, vi } from 'vitest';

/* What the operation log says of a flood of refused calls (docs/hardening.md L05). */
it('sixty refusals a minute are logged for one user, the first of each call too, and the others are counted', async () => {
  const app = await openTestApp();
  const { token, userId } = await app.userWith({});
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now());
  const refuse = async (path: string, times: number): Promise<void> => {
    for (let time = 0; time < times; time += 1) expect((await app.call(token, 'GET', path)).code).toBe(40300);
  };
  const lines = async () => {
    const { rows } = await app.database.pool.query<{ line: string }>(
      `SELECT concat_ws(' ', opt_module, request_path, opt_message, count(*)) AS line FROM sys_log_opt
       WHERE opt_type = '拒绝' AND create_user = $1 GROUP BY opt_module, request_path, opt_message`,
      [userId],
    );
    return rows.map(({ line }) => line).toSorted();
  };
  await refuse('sys/dict/select-page', 70);
  await refuse('sys/role/select-page', 3);
  const written = ['字典 /api/sys/dict/select-page 没有操作权限 60', '角色 /api/sys/role/select-page 没有操作权限 1'];
  await expect.poll(lines).toEqual(written.toSorted());
  now.mockReturnValue(Date.now() + 60_000);
  await refuse('sys/org/select-page', 62);
  const counted = ['字典 /api/sys/dict/select-page 另有 10 次被拒绝 1', '角色 /api/sys/role/select-page 另有 2 次被拒绝 1'];
  await expect.poll(lines).toEqual([...written, ...counted, '机构 /api/sys/org/select-page 没有操作权限 60'].toSorted());
  await app.server.close();
  expect(await lines()).toContain('机构 /api/sys/org/select-page 另有 2 次被拒绝 1');
  now.mockRestore();
  await app.database.drop();
});
