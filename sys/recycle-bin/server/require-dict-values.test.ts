import { randomUUID } from 'node:crypto';
import type { PageAnswer } from '@back-office/contract/calls/page.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';

/* Records in the bin do not protect the words that they use: they can be restored only if a save would accept those. */
let app: TestApp;
let admin: string;
let dictionary: AnyRow;
let word: AnyRow;
let org: AnyRow;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
  const { rows } = await app.database.pool.query<{ id: string }>(
    "SELECT id FROM sys_dict WHERE dict_value = 'org_type' AND parent_id IS NULL",
  );
  dictionary = (await app.call(admin, 'GET', `sys/dict/select/${rows[0]?.id}`)).data;
});
afterAll(() => app.drop());

const saveDict = (values: object): Promise<Answer> => app.call(admin, 'POST', 'sys/dict/save', values);
const saveOrg = async (orgName: string, orgType?: unknown): Promise<AnyRow> =>
  (await app.call(admin, 'POST', 'sys/org/save', { orgName, orgCode: randomUUID(), orgType })).data;
const remove = (resource: string, { id }: AnyRow): Promise<Answer> => app.call(admin, 'DELETE', `${resource}/delete/${id}`);
const bin = async (name: string): Promise<string> =>
  (await app.call<PageAnswer<AnyRow>>(admin, 'GET', `sys/recycle/select-page?like=recycleName:${name}`)).data.items[0]?.id ?? '';
const restore = async (...names: string[]): Promise<Answer> =>
  app.call(admin, 'POST', `sys/recycle/restore/${(await Promise.all(names.map(bin))).join(',')}`);

beforeEach(async () => {
  word = (await saveDict({ parentId: dictionary.id, dictLabel: randomUUID(), dictValue: randomUUID() })).data;
  org = await saveOrg(randomUUID(), word['dictValue']);
  await remove('sys/org', org);
});

/** Changes that make the word unavailable. */
const changes: [string, () => Promise<Answer>][] = [
  ['deleted', () => remove('sys/dict', word)],
  ['disabled', () => saveDict({ id: word.id, version: word.version, dictStatus: '停用' })],
  ['renamed', () => saveDict({ id: word.id, version: word.version, dictValue: randomUUID() })],
];
const nameOf = (row: AnyRow): string => String(row['orgName']);
const refusal = (): object => ({
  code: 40900,
  message: `不能恢复“${nameOf(org)}”：它的机构类型不在可选范围内：${String(word['dictValue'])}`,
  data: { conflict: 'reference' },
});

describe('a deleted record whose dictionary value was', () => {
  it.each(changes)('%s stays in the recycle bin', async (_what, change) => {
    expect((await change()).code).toBe(20000);
    const digest = await app.digest();
    expect(await restore(nameOf(org))).toMatchObject(refusal());
    expect(await app.digest()).toBe(digest);
  });

  it.each(changes)('%s also keeps the records restored in the same call in the bin', async (_what, change) => {
    const other = await saveOrg(randomUUID());
    await remove('sys/org', other);
    await change();
    expect(await restore(nameOf(other), nameOf(org))).toMatchObject(refusal());
    expect((await app.call(admin, 'GET', `sys/org/select/${other.id}`)).code).toBe(40400);
    expect((await restore(nameOf(other))).code).toBe(20000);
  });

  it.each(changes)('%s while it is being restored: either the restore or the change succeeds, not both', async (_what, change) => {
    const name = nameOf(org);
    const id = await bin(name);
    const codes = (await Promise.all([app.call(admin, 'POST', `sys/recycle/restore/${id}`), change()])).map(({ code }) => code);
    expect([
      [20000, 40900],
      [40900, 20000],
    ]).toContainEqual(codes);
  });
});

it('a record is restored together with its dictionary value, whichever is named first', async () => {
  const other = await saveOrg(randomUUID(), word['dictValue']);
  await remove('sys/org', other);
  await remove('sys/dict', word);
  expect(await restore(nameOf(org), String(word['dictLabel']))).toMatchObject({ code: 20000, data: { restored: 2 } });
  expect((await app.call(admin, 'GET', `sys/org/select/${org.id}`)).data['orgType']).toBe(word['dictValue']);
  expect((await restore(nameOf(other))).code).toBe(20000);
});
