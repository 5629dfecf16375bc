import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';

let app: TestApp;
let admin: string;
let clerk: Session;
const ids: Record<string, string> = {};
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
  for (const [name, parent] of [['集团'], ['分公司', '集团'], ['科室', '分公司'], ['班组', '分公司']] as const) {
    const record = {
      orgName: name,
      orgCode: `away-${name.length}-${Object.keys(ids).length}`,
      parentId: parent === undefined ? null : ids[parent],
    };
    ids[name] = (await app.call(admin, 'POST', 'sys/org/save', record)).data.id;
  }
  clerk = await app.userWith({ 'sys/org': ['read', 'edit', 'import'] }, { dataScope: '本机构及下级' });
  await app.database.pool.query('UPDATE sys_user SET sys_org_id = $1 WHERE id = $2', [ids['分公司'], clerk.userId]);
});
afterAll(() => app.drop());

const move = async (token: string, name: string, parent: string | null, call = 'save') => {
  const { data } = await app.call(admin, 'GET', `sys/org/select/${ids[name] ?? ''}`);
  const record = { id: data.id, version: data.version, parentId: parent === null ? null : ids[parent] };
  return app.call(token, 'POST', `sys/org/${call}`, call === 'save' ? record : [record]);
};

it('a record cannot be moved away from a parent that its mover cannot see, whose readers would lose sight of it', async () => {
  for (const call of ['save', 'save-batch'])
    expect(await move(clerk.token, '分公司', null, call)).toMatchObject({ code: 40000, message: '原上级机构不在您的数据范围内，不能移动' });
  expect((await move(clerk.token, '科室', '班组')).code).toBe(20000);
  expect((await move(admin, '分公司', null)).code).toBe(20000);
});
