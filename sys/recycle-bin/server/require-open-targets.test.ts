import { randomUUID } from 'node:crypto';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
});
afterAll(() => app.drop());

const save = async (resource: string, values: object): Promise<AnyRow> => {
  const { code, message, data } = await app.call(admin, 'POST', `${resource}/save`, values);
  expect([code, message]).toEqual([20000, '操作成功']);
  return data;
};
const newOrg = (more: object = {}): Promise<AnyRow> => save('sys/org', { orgName: '甲公司', orgCode: randomUUID(), ...more });
const setStatus = async ({ id }: AnyRow, orgStatus: string): Promise<AnyRow> => {
  const { data } = await app.call(admin, 'GET', `sys/org/select/${id}`);
  return save('sys/org', { id, version: data['version'], orgStatus });
};
/** Deletes the record; the function returned restores it. */
async function remove(resource: string, { id }: AnyRow) {
  expect((await app.call(admin, 'DELETE', `${resource}/delete/${id}`)).code).toBe(20000);
  const { rows } = await app.database.pool.query<{ id: string }>('SELECT id FROM sys_recycle WHERE target_id = $1', [id]);
  return () => app.call(admin, 'POST', `sys/recycle/restore/${rows[0]?.id}`);
}

describe('a deleted record', () => {
  it('stays in the recycle bin while the organisation that it refers to is disabled', async () => {
    const org = await newOrg();
    const restore = await remove('sys/user', await save('sys/user', { userAccount: 'open.one', userName: '张三', sysOrgId: org.id }));
    await setStatus(org, '停用');
    const digest = await app.digest();
    expect(await restore()).toMatchObject({
      code: 40900,
      message: '不能恢复“张三”：它的机构“甲公司”已停用',
      data: { conflict: 'reference' },
    });
    expect(await app.digest()).toBe(digest);
    await setStatus(org, '正常');
    expect((await restore()).code).toBe(20000);
  });

  it('is restored below a disabled parent, as it may be saved there', async () => {
    const above = await newOrg();
    const restore = await remove('sys/org', await newOrg({ parentId: above.id }));
    await setStatus(above, '停用');
    expect((await restore()).code).toBe(20000);
  });
});
