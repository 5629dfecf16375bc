import { openTestApp, type Session, type TestApp } from 'back-office/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

let app: TestApp;
let admin: Session;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.signIn('admin', app.database.adminPassword);
});
afterAll(() => app.drop());

it('a badge belongs to one person; those without one may be many', async () => {
  const save = (values: object) => app.call(admin.token, 'POST', 'sys/user/save', { userName: '张三', ...values });
  for (const userAccount of ['one', 'other']) expect((await save({ userAccount })).code).toBe(20000);
  expect((await save({ userAccount: 'badged', acmeBadge: 'A-1' })).code).toBe(20000);
  expect(await save({ userAccount: 'twin', acmeBadge: 'A-1' })).toMatchObject({
    code: 40900,
    message: '工号已存在',
    data: { conflict: 'unique', fields: ['acmeBadge'] },
  });
});
