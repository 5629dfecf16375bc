import type { PageAnswer } from '@back-office/contract/calls/page.ts';
import type { RestoreAnswer } from '@back-office/contract/calls/recycle.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openModuleApp } from '@back-office/app/testing/server/open-module-app.ts';
import type { TestApp } from '@back-office/app/testing/server/test-app.ts';
import { defineResource } from '@back-office/contract/resource/define-resource.ts';
import { migrationsOf, tableOf } from '../../testing/trial-module.ts';

/* What the database deletes with a record, and the recycle bin restores with it. */
const matter = defineResource({
  name: 'acme/matter',
  title: '案件',
  table: 'acme_matter',
  label: 'matterName',
  fields: {
    matterName: { kind: 'text', label: '名称', required: true, max: 50 },
    matterKind: { kind: 'text', label: '类型', required: true, max: 9, byServer: true },
    matterOthers: { kind: 'references', label: '关联案件', to: 'acme/matter', link: 'acme_matter_link' },
  },
  list: ['matterName'],
  form: ['matterName', 'matterOthers'],
  sort: 'createTime:desc',
});
const seal = defineResource({
  name: 'acme/seal',
  title: '用印记录',
  table: 'acme_seal',
  label: 'sealName',
  operations: ['select', 'select-page'],
  fields: {
    sealName: { kind: 'text', label: '印章', required: true, max: 50 },
    sealMatterId: { kind: 'reference', label: '案件', to: 'acme/matter', required: true, owned: true },
  },
  list: ['sealName'],
  form: [],
  sort: 'createTime:desc',
});
// The steps have a foreign key of two columns, in which the id comes last; their witnesses are deleted with them.
const tables = `${tableOf('acme_matter', "matter_name text NOT NULL, matter_kind text NOT NULL DEFAULT 'a', label_pinyin text, UNIQUE (matter_kind, id)")}
  CREATE TABLE acme_matter_link (
    owner_id uuid NOT NULL REFERENCES acme_matter ON DELETE CASCADE, target_id uuid NOT NULL REFERENCES acme_matter ON DELETE CASCADE,
    PRIMARY KEY (owner_id, target_id));
  ${tableOf('acme_seal', 'seal_name text NOT NULL, seal_matter_id uuid NOT NULL REFERENCES acme_matter ON DELETE CASCADE, label_pinyin text')}
  CREATE INDEX ON acme_seal (create_time, id);
  CREATE TABLE acme_step (
    id integer PRIMARY KEY, step_kind text, step_matter uuid, step_done text DEFAULT 'no', step_above integer REFERENCES acme_step ON DELETE CASCADE,
    FOREIGN KEY (step_kind, step_matter) REFERENCES acme_matter (matter_kind, id) ON DELETE CASCADE ON UPDATE CASCADE);
  CREATE TABLE acme_a_witness (
    step integer NOT NULL REFERENCES acme_step ON DELETE CASCADE, person uuid NOT NULL REFERENCES sys_user, PRIMARY KEY (step, person));`;

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openModuleApp(
    { name: 'acme', features: [{ name: 'matters', resources: [matter, seal], menu: [] }], menu: [] },
    { name: 'acme', migrations: migrationsOf({ '0001-matters': tables }), features: [{ name: 'matters' }] },
  );
  admin = await app.admin();
});
afterAll(() => app.drop());

const save = async (resource: string, values: object) => (await app.call<AnyRow>(admin, 'POST', `${resource}/save`, values)).data;
const remove = async (resource: string, { id }: AnyRow) =>
  expect((await app.call(admin, 'DELETE', `${resource}/delete/${id}`)).code).toBe(20000);
async function restore(name: string) {
  const query = `sys/recycle/select-page?like=recycleName:${encodeURIComponent(name)}`;
  const { items } = (await app.call<PageAnswer<AnyRow>>(admin, 'GET', query)).data;
  const { code, data } = await app.call<RestoreAnswer>(admin, 'POST', `sys/recycle/restore/${items[0]?.id}`);
  return [code, data];
}
const rowsOf = async (query: string, values: unknown[]) => (await app.database.pool.query<Record<string, unknown>>(query, values)).rows;

it('a deleted person’s entry in the recycle bin has their webhooks without the deliveries, of which there may be a million', async () => {
  const person = await save('sys/user', { userAccount: 'integrator', userName: '集成者' });
  await rowsOf(
    `WITH made AS (INSERT INTO sys_webhook (id, sys_user_id, webhook_name, webhook_url, events, secret, webhook_status)
        VALUES (gen_random_uuid(), $1, '同步', 'https://example.com', '{sys/user:added}', '', '正常') RETURNING id)
      INSERT INTO sys_webhook_delivery (id, sys_webhook_id, event_name, target_id) SELECT gen_random_uuid(), id, 'sys/user:added', $1::text FROM made`,
    [person.id],
  );
  await remove('sys/user', person);
  const [kept] = await rowsOf(`SELECT content -> 'beside' AS beside FROM sys_recycle WHERE target_id = $1`, [person.id]);
  expect(kept).toMatchObject({ beside: { sys_webhook: [{ webhook_name: '同步' }] } });
  expect(kept?.['beside']).not.toHaveProperty('sys_webhook_delivery');
});

describe('a record restored from the recycle bin', () => {
  it('has what was chosen for a person as it was, with the nulls in it', async () => {
    const person = await save('sys/user', { userAccount: 'chooser', userName: '选择者' });
    const value = { a: { b: null }, c: [null, 1] };
    await rowsOf("INSERT INTO sys_user_preference (sys_user_id, key, value) VALUES ($1, 'columns.x', $2)", [person.id, value]);
    await remove('sys/user', person);
    expect(await restore('选择者')).toEqual([20000, { restored: 1, leftOut: 0 }]);
    expect(await rowsOf('SELECT value FROM sys_user_preference WHERE sys_user_id = $1', [person.id])).toEqual([{ value }]);
  });

  it('has its links to records of its own kind', async () => {
    const other = await save('acme/matter', { matterName: '另案' });
    const made = await save('acme/matter', { matterName: '本案', matterOthers: [other.id] });
    await remove('acme/matter', made);
    expect(await restore('本案')).toEqual([20000, { restored: 1, leftOut: 0 }]);
    expect((await app.call(admin, 'GET', `acme/matter/select/${made.id}`)).data).toMatchObject({ matterOthers: [other.id] });
  });

  it('has what a program wrote about it, which nobody can save or delete', async () => {
    const made = await save('acme/matter', { matterName: '盖过章' });
    await rowsOf("INSERT INTO acme_seal (id, seal_name, seal_matter_id) VALUES (gen_random_uuid(), '公章', $1)", [made.id]);
    await remove('acme/matter', made);
    expect(await restore('盖过章')).toEqual([20000, { restored: 1, leftOut: 0 }]);
    expect(await rowsOf('SELECT seal_name, seal_matter_id FROM acme_seal', [])).toEqual([{ seal_name: '公章', seal_matter_id: made.id }]);
  });

  it('has its lines, whose key has several columns, with their empty columns and all that is below them', async () => {
    const made = await save('acme/matter', { matterName: '有步骤' });
    const [person, leaver] = [
      await save('sys/user', { userAccount: 'w1', userName: '证人' }),
      await save('sys/user', { userAccount: 'w2', userName: '离职' }),
    ];
    await rowsOf("INSERT INTO acme_step VALUES (1, 'a', $1, NULL, NULL), (2, 'a', $1, 'yes', 1), (3, NULL, $1, 'not of it', NULL)", [
      made.id,
    ]);
    await rowsOf('INSERT INTO acme_a_witness VALUES (1, $1), (2, $2)', [person.id, leaver.id]);
    await remove('acme/matter', made);
    expect(await rowsOf('SELECT id FROM acme_step', [])).toEqual([{ id: 3 }]);
    await remove('sys/user', leaver);
    expect(await restore('有步骤')).toEqual([20000, { restored: 1, leftOut: 1 }]);
    expect(await rowsOf('SELECT id, step_done, step_above FROM acme_step WHERE step_kind IS NOT NULL ORDER BY id', [])).toEqual([
      { id: 1, step_done: null, step_above: null },
      { id: 2, step_done: 'yes', step_above: 1 },
    ]);
    expect(await rowsOf('SELECT step, person FROM acme_a_witness', [])).toEqual([{ step: 1, person: person.id }]);
  });

  it('has the lines that depend only on its lines, at any depth, with all that is below them', async () => {
    const made = await save('acme/matter', { matterName: '有分步骤' });
    const person = await save('sys/user', { userAccount: 'w3', userName: '旁证' });
    await rowsOf("INSERT INTO acme_step VALUES (10, 'a', $1, 'no', NULL)", [made.id]);
    await rowsOf("INSERT INTO acme_step VALUES (11, NULL, NULL, 'yes', 10), (12, NULL, NULL, 'no', 11)", []);
    await rowsOf('INSERT INTO acme_a_witness VALUES (12, $1)', [person.id]);
    const steps = 'SELECT id, step_above, step_done FROM acme_step WHERE id >= 10 ORDER BY id';
    const before = await rowsOf(steps, []);
    await remove('acme/matter', made);
    expect(await rowsOf(steps, [])).toEqual([]);
    expect(await restore('有分步骤')).toEqual([20000, { restored: 1, leftOut: 0 }]);
    expect(await rowsOf(steps, [])).toEqual(before);
    expect(await rowsOf('SELECT person FROM acme_a_witness WHERE step = 12', [])).toEqual([{ person: person.id }]);
  });
});
