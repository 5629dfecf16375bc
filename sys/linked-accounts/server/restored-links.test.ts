import { modules } from '@back-office/app/server/modules.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import type { SignInWay } from '@back-office/server/identity/ways/sign-in-way.ts';
import { dayOf, encryptField } from '@back-office/server/testing/seal-values.ts';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const issuer = 'ldap://corp';
const corp: SignInWay = {
  id: 'corp',
  kind: 'ldap',
  label: '公司目录',
  directory: {
    find: (account) => Promise.resolve({ issuer, subject: account, name: account }),
    check: (_person, password) => Promise.resolve(password === 'Directory-1'),
  },
};

let app: TestApp;
let admin: string;
beforeAll(async () => {
  const withCorp = modules.map((module) => ({
    ...module,
    features: module.features.map((feature) => (feature.name === 'account' ? { ...feature, signInWays: () => [corp] } : feature)),
  }));
  app = await openTestApp({ modules: withCorp });
  admin = await app.admin();
});
afterAll(() => app.drop());

const enter = (subject: string) => {
  const [username, password] = [subject, 'Directory-1'].map((text) => encryptField(text, dayOf(new Date())));
  const form = new URLSearchParams({ username: username ?? '', password: password ?? '', method: 'corp' });
  return app.call<LoginAnswer>(undefined, 'POST', 'login', form);
};
const link = (subject: string, { userId: sysUserId }: Session, more: Partial<AnyRow> = {}) =>
  app.call(admin, 'POST', 'sys/linked-account/save', { externalName: subject, loginMethod: 'corp', issuer, subject, sysUserId, ...more });
const links = async (subject: string) =>
  (await app.database.pool.query('SELECT id, sys_user_id FROM sys_linked_account WHERE subject = $1', [subject])).rows as AnyRow[];

/** A person who is deleted after their external account was linked; `restore` restores them. */
async function deleted(subject: string) {
  const person = await app.userWith({});
  const { data } = await link(subject, person);
  expect((await enter(subject)).data.roles.userId).toBe(person.userId);
  expect((await app.call(admin, 'DELETE', `sys/user/delete/${person.userId}`)).code).toBe(20000);
  const { rows } = await app.database.pool.query<{ id: string }>('SELECT id FROM sys_recycle WHERE target_id = $1', [person.userId]);
  const restore = () => app.call(admin, 'POST', `sys/recycle/restore/${rows[0]?.id}`);
  return { person, link: data, restore };
}

describe('a person who is restored', () => {
  it('signs in with their external account even if they tried to while they were deleted', async () => {
    const { person, link: before, restore } = await deleted('s-tried');
    expect((await enter('s-tried')).code).toBe(40305);
    expect(await links('s-tried')).toMatchObject([{ sys_user_id: null }]);
    expect(await restore()).toMatchObject({ code: 20000, data: { restored: 1, leftOut: 0 } });
    expect(await links('s-tried')).toEqual([{ id: before.id, sys_user_id: person.userId }]);
    expect((await enter('s-tried')).data.roles.userId).toBe(person.userId);
  });

  it('comes back without an external account that is linked with somebody else meanwhile, and the answer counts it', async () => {
    const { restore } = await deleted('s-given');
    const other = await app.userWith({});
    expect((await link('s-given', other)).code).toBe(20000);
    expect(await restore()).toMatchObject({ code: 20000, data: { restored: 1, leftOut: 1 } });
    expect(await links('s-given')).toMatchObject([{ sys_user_id: other.userId }]);
  });
});
