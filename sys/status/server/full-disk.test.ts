import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import type { StatusAnswer } from '../status.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.drop());

it('says that the disk of the database is full once it has refused a change for that', async () => {
  const admin = await app.admin();
  // The error of the database, without filling a disk.
  const words = 'could not extend file "base/5/16384": No space left on device';
  await app.database.pool.query(`
    CREATE FUNCTION refuse_org() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE '${words}' USING ERRCODE = 'disk_full';
    END $$;
    CREATE TRIGGER refuse BEFORE INSERT ON sys_org FOR EACH ROW EXECUTE FUNCTION refuse_org()`);
  const org = { orgName: '甲', orgCode: 'a', orgStatus: '正常', orgSort: 1 };
  const headers = { 'idempotency-key': 'full-disk' };
  expect(
    (await app.server.inject({ method: 'POST', url: '/api/sys/org/save', payload: org, headers: { authorization: admin, ...headers } }))
      .statusCode,
  ).toBe(503);
  await app.server.node.write();
  const { data } = await app.call<StatusAnswer>(admin, 'GET', 'sys/status/select-status');
  const full = data.sections.flatMap(({ items }) => items).find(({ name }) => name === `full ${app.server.node.name}`);
  expect(full).toMatchObject({ level: 'bad', value: expect.stringContaining(words) as string });
  expect(full?.cure).toContain('腾出空间');
  // Reading works: a node that is not ready would take that away too.
  expect((await app.server.inject({ method: 'GET', url: '/readyz' })).statusCode).toBe(200);
});
