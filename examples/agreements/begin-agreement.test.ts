import { openTestApp, type TestApp } from 'back-office/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

let app: TestApp;
beforeAll(async () => void (app = await openTestApp()));
afterAll(() => app.drop());

it('a new agreement is prefilled with the person who creates it and their organisation', async () => {
  const admin = await app.signIn('admin', app.database.adminPassword);
  const { data: org } = await app.call(admin.token, 'POST', 'sys/org/save', { orgName: '法务部', orgCode: 'law' });
  const { data: me } = await app.call(admin.token, 'GET', `sys/user/select/${admin.userId}`);
  const moved = await app.call(admin.token, 'POST', 'sys/user/save', { id: me['id'], version: me['version'], sysOrgId: org['id'] });
  expect(moved.code).toBe(20000);
  const { data: draft } = await app.call(admin.token, 'GET', 'acme/agreement/create');
  expect(draft).toMatchObject({ sysUserId: admin.userId, sysOrgId: org['id'], agreementName: null });
  expect(draft).not.toHaveProperty('id');
});
