import { dataScopes } from '@back-office/contract/data-scopes.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { systemIds } from '../system-ids.ts';
import { peopleWhoMay } from './people-who-may.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
});
afterAll(() => app.drop());

const asked = { resource: 'sys/dept', permission: 'read' };
const idOf = async (resource: string, values: Record<string, unknown>): Promise<string> =>
  (await app.call<{ id: string }>(admin, 'POST', `${resource}/save`, values)).data.id;

it('peopleWhoMay returns exactly the users who can open a record of the organisation, whatever their scope and home', async () => {
  const top = await idOf('sys/org', { orgName: '总部', orgCode: 'top' });
  const branch = await idOf('sys/org', { orgName: '分公司', orgCode: 'branch', parentId: top });
  const other = await idOf('sys/org', { orgName: '别处', orgCode: 'other' });
  const homes = [top, branch, other, null];
  const depts = new Map<string | null, string>();
  for (const sysOrgId of homes) depts.set(sysOrgId, await idOf('sys/dept', { deptName: '部门', sysOrgId }));
  const people: Session[] = [];
  for (const dataScope of Object.values(dataScopes))
    for (const home of homes) {
      const person = await app.userWith({ 'sys/dept': ['read'] }, { dataScope });
      await app.database.pool.query('UPDATE sys_user SET sys_org_id = $2 WHERE id = $1', [person.userId, home]);
      if (dataScope === dataScopes.custom && home !== null)
        await app.database.pool.query('INSERT INTO sys_role_org SELECT target_id, $2 FROM sys_user_role WHERE owner_id = $1', [
          person.userId,
          home,
        ]);
      people.push(person);
    }
  for (const [orgId, dept] of depts) {
    const open = [];
    for (const { token, userId } of people) if ((await app.call(token, 'GET', `sys/dept/select/${dept}`)).code === 20000) open.push(userId);
    expect(await peopleWhoMay(app.database.db, { ...asked, orgId }), String(orgId)).toEqual([systemIds.adminUser, ...open].toSorted());
  }
  expect(await peopleWhoMay(app.database.db, asked)).toEqual([systemIds.adminUser, ...people.map(({ userId }) => userId)].toSorted());
});

it('peopleWhoMay counts implied permissions, but nothing disabled and no permissions on other resources', async () => {
  const { db, pool } = app.database;
  const asks = { resource: 'sys/sms', permission: 'delete' };
  const write = await app.userWith({ 'sys/sms': ['write'] });
  const gone = await app.userWith({ 'sys/sms': ['delete'] });
  const lost = await app.userWith({ 'sys/sms': ['delete'] });
  await app.userWith({ 'sys/sms': ['read', 'edit'], 'sys/smsx': ['delete'] });
  expect(await peopleWhoMay(db, asks)).toEqual([systemIds.adminUser, write.userId, gone.userId, lost.userId].toSorted());
  await pool.query(`UPDATE sys_user SET user_status = '停用' WHERE id = $1`, [gone.userId]);
  await pool.query(`UPDATE sys_role SET role_status = '停用' WHERE id = (SELECT target_id FROM sys_user_role WHERE owner_id = $1)`, [
    lost.userId,
  ]);
  expect(await peopleWhoMay(db, asks)).toEqual([systemIds.adminUser, write.userId].toSorted());
});
