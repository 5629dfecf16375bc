import { office } from '@back-office/app/office.ts';
import { openModuleApp } from '@back-office/app/testing/server/open-module-app.ts';
import type { TestApp } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../platform/database/new-id.ts';
import { agreements, moduleOf, serverOf } from '../testing/trial-module.ts';

/* Of several records to delete, those that are gone or hidden are named, so that the list can untick them, whatever asks before the deletion. */
let app: TestApp;
beforeAll(async () => {
  app = await openModuleApp(moduleOf(agreements), serverOf({ wrap: { 'sys/org': { remove: (next) => next } } }));
});
afterAll(() => app.drop());

it.each(office.resources.filter(({ operations }) => operations.includes('delete')))('delete-ids of $name', async ({ name }) => {
  const gone = [newId(), newId()];
  const admin = await app.admin();
  expect(await app.call(admin, 'DELETE', `${name}/delete-ids/${gone.join(',')}`)).toMatchObject({ code: 40400, data: { gone } });
  const alone = await app.call(admin, 'DELETE', `${name}/delete-ids/${newId()}`);
  expect([alone.code, alone.data]).toEqual([40400, undefined]);
});

it('delete-ids of a wrapped resource, for a person who does not see all of them', async () => {
  const admin = await app.admin();
  const save = async (orgCode: string) => (await app.call(admin, 'POST', 'sys/org/save', { orgName: orgCode, orgCode })).data.id;
  const [own, hidden, absent] = [await save('own'), await save('hidden'), newId()];
  const { token, userId } = await app.userWith({ 'sys/org': ['read', 'delete'] }, { dataScope: '本机构' });
  await app.database.pool.query('UPDATE sys_user SET sys_org_id = $2 WHERE id = $1', [userId, own]);
  const refused = await app.call(token, 'DELETE', `sys/org/delete-ids/${hidden},${own},${absent}`);
  expect(refused).toMatchObject({ code: 40400, data: { gone: [hidden, absent] } });
});
