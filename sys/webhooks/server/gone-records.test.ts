import type { PageAnswer } from '@back-office/contract/calls/page.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { openReceiver, type Receiver } from '@back-office/server/testing/open-receiver.ts';
import { dataScopes } from '@back-office/app/testing/server/random-staff.ts';
import { runJob } from '@back-office/app/testing/server/run-job.ts';
import { orgRow, Sheet, userRow, type Values } from '@back-office/app/testing/server/sheet.ts';
import { Staff } from '@back-office/app/testing/server/staff.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

let app: TestApp;
let admin: string;
let staff: Staff;
let receiver: Receiver;
beforeAll(async () => {
  app = await openTestApp({ webhookPrivate: true });
  admin = await app.admin();
  staff = new Staff(app);
  receiver = await openReceiver();
});
afterEach(async () => {
  receiver.taken.length = 0;
  await app.database.pool.query('DELETE FROM sys_webhook');
});
afterAll(async () => {
  receiver.close();
  await app.drop();
});

const listed = async (token: string, path: string) =>
  (await app.call<PageAnswer<AnyRow>>(token, 'GET', `${path}/select-page?limit=1000`)).data.items;
const deleteAll = async (resource: string, ids: readonly string[]) =>
  expect((await app.call(admin, 'DELETE', `${resource}/delete-ids/${ids.join(',')}`)).code).toBe(20000);

/** Removes imported people and organisations for good, or into the recycle bin. */
const ways: [string, (people: Sheet, orgs: Sheet, ids: { people: string[]; orgs: string[] }) => Promise<void>][] = [
  [
    'removed by undoing their import',
    async (people, orgs) => {
      for (const sheet of [people, orgs]) expect((await sheet.undo()).code).toBe(20000);
    },
  ],
  [
    'deleted',
    async (_people, _orgs, ids) => {
      await deleteAll('sys/user', ids.people);
      await deleteAll('sys/org', ids.orgs);
    },
  ],
  [
    'deleted, and then removed from the recycle bin',
    async (_people, _orgs, ids) => {
      await deleteAll('sys/user', ids.people);
      await deleteAll('sys/org', ids.orgs);
      await deleteAll(
        'sys/recycle',
        (await listed(admin, 'sys/recycle')).map(({ id }) => id),
      );
    },
  ],
];

it.each(ways)('webhooks are told of records that were %s, if the data scope of their maker included them', async (_way, removeAll) => {
  const [home, other] = [await app.call(admin, 'POST', 'sys/org/save', orgRow()), await app.call(admin, 'POST', 'sys/org/save', orgRow())];
  const [near, far] = [home.data['orgCode'], other.data['orgCode']];
  const top = orgRow({ parentId: near });
  const orgRows = [top, orgRow({ parentId: top['orgCode'] }), orgRow({ parentId: far }), orgRow({ parentId: far })];
  const orgSheet = await Sheet.of(app, admin, 'sys/org', orgRows);
  expect((await orgSheet.save()).code).toBe(20000);
  const codes = [near, ...orgRows.map(({ orgCode }) => orgCode)];
  const peopleRows = codes.map((sysOrgId) => userRow({ sysOrgId }));
  const peopleSheet = await Sheet.of(app, admin, 'sys/user', peopleRows);
  expect((await peopleSheet.save()).code).toBe(20000);
  const imported = async (resource: string, field: string, rows: readonly Values[]) =>
    (await listed(admin, resource)).filter((row) => rows.some((one) => one[field] === row[field])).map(({ id }) => id);
  const ids = { people: await imported('sys/user', 'userAccount', peopleRows), orgs: await imported('sys/org', 'orgCode', orgRows) };
  const all = [...ids.people, ...ids.orgs];
  const expected = new Set<string>();
  for (const dataScope of dataScopes) {
    const grants = { 'sys/webhook': ['add', 'read'], 'sys/user': ['read'], 'sys/org': ['read'] };
    const { token, userId } = await staff.signedIn(home.data.id, [await staff.role({ dataScope, grants, orgs: [home.data.id] })]);
    if (dataScope === '本人')
      for (const [table, id] of [
        ['sys_user', ids.people.at(-1)],
        ['sys_org', ids.orgs.at(-1)],
      ])
        await app.database.pool.query(`UPDATE ${table} SET create_user = $1 WHERE id = $2`, [userId, id]);
    const values = { webhookName: dataScope, webhookUrl: receiver.url, events: ['sys/user:deleted', 'sys/org:deleted'] };
    expect((await app.call(token, 'POST', 'sys/webhook/save', values)).code).toBe(20000);
    for (const resource of ['sys/user', 'sys/org'])
      for (const { id } of await listed(token, resource)) if (all.includes(id)) expected.add(`${dataScope} ${id}`);
  }
  await removeAll(peopleSheet, orgSheet, ids);
  await runJob(app, 'send-webhooks');
  const { rows } = await app.database.pool.query<{ told: string }>(
    `SELECT w.webhook_name || ' ' || d.target_id AS told FROM sys_webhook_delivery d JOIN sys_webhook w ON w.id = d.sys_webhook_id
      WHERE d.delivery_status = '已送达'`,
  );
  expect(rows.map(({ told }) => told).toSorted()).toEqual([...expected].toSorted());
  expect(expected.size).toBe(all.length + 2 + 5 + 1 + 1);
  const bodies = receiver.taken.map(({ body }) => JSON.parse(body) as { type: string; timestamp: string; data: { resource: string } });
  expect(bodies).toHaveLength(expected.size);
  for (const { type, timestamp, data } of bodies) {
    const resource = type.split(':')[0];
    expect([type, timestamp, data]).toEqual([
      `${resource}:deleted`,
      expect.any(String),
      { resource, event: 'deleted', id: expect.any(String) },
    ]);
  }
});

it('webhooks are told of what was removed from the recycle bin, if their maker could see it there', async () => {
  const [home, away] = [await staff.org(), await staff.org()];
  const [below, beside] = [await staff.org(home), await staff.org(away)];
  const grants = { 'sys/webhook': ['add', 'read'], 'sys/recycle': ['read'], 'sys/dept': ['read'], 'sys/org': ['read'] };
  const without = { ...grants, 'sys/dept': [] };
  const hooks = { some: grants, 'without departments': without };
  for (const [webhookName, rights] of Object.entries(hooks)) {
    const { token } = await staff.signedIn(home, [await staff.role({ dataScope: '本机构及下级', grants: rights })]);
    const values = { webhookName, webhookUrl: receiver.url, events: ['sys/recycle:deleted'] };
    expect((await app.call(token, 'POST', 'sys/webhook/save', values)).code).toBe(20000);
  }
  const dept = async (sysOrgId: string) =>
    String((await app.call(admin, 'POST', 'sys/dept/save', { deptName: '部门', sysOrgId })).data['id']);
  const [near, far] = [await dept(home), await dept(away)];
  await deleteAll('sys/dept', [near, far]);
  await deleteAll('sys/org', [below, beside]);
  const bin = await app.database.pool.query<{ id: string; of: string }>(
    'SELECT id, target_id AS of FROM sys_recycle WHERE target_id = ANY($1)',
    [[near, far, below, beside]],
  );
  const entryOf = (id: string) => bin.rows.find(({ of }) => of === id)?.id;
  await deleteAll(
    'sys/recycle',
    bin.rows.map(({ id }) => id),
  );
  await runJob(app, 'send-webhooks');
  const { rows } = await app.database.pool.query<{ told: string }>(
    `SELECT w.webhook_name || ' ' || d.target_id AS told FROM sys_webhook_delivery d JOIN sys_webhook w ON w.id = d.sys_webhook_id
      WHERE d.delivery_status = '已送达'`,
  );
  const expected = [`some ${entryOf(near)}`, `some ${entryOf(below)}`, `without departments ${entryOf(below)}`];
  expect(rows.map(({ told }) => told).toSorted()).toEqual(expected.toSorted());
});
