import type { HistoryEntry } from '@back-office/contract/calls/history.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { templateName } from '@back-office/contract/calls/import.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defineResource } from '@back-office/contract/resource/define-resource.ts';
import { defineExtension } from '@back-office/contract/resource/extension.ts';
import { Sheet } from '@back-office/app/testing/server/sheet.ts';
import { openModuleApp } from '@back-office/app/testing/server/open-module-app.ts';
import type { SignedIn } from '../identity/rights/signed-in.ts';
import { type TestApp, userPassword } from '@back-office/app/testing/server/test-app.ts';
import { migrationsOf, tableOf } from '../testing/trial-module.ts';
import type { Wraps } from './wrap-operations.ts';

/* Fields that only operations write: no form shows them, and no client may send them. */
const parcel = defineResource({
  name: 'acme/parcel',
  title: '包裹',
  table: 'acme_parcel',
  label: 'parcelName',
  fields: {
    parcelName: { kind: 'text', label: '名称', required: true, max: 50, log: 'plain' },
    parcelState: { kind: 'text', label: '状态', required: true, max: 10, byServer: true, log: 'plain' },
    parcelSender: { kind: 'text', label: '寄件人', max: 50, byServer: true, log: 'plain' },
    parcelHandlers: { kind: 'references', label: '经手人', to: 'sys/user', link: 'acme_parcel_handler', byServer: true, log: 'plain' },
    parcelTime: { kind: 'datetime', label: '寄出时间', byServer: true, log: 'plain' },
  },
  list: ['parcelName', 'parcelState', 'parcelSender'],
  form: ['parcelName'],
  import: ['parcelName'],
  sort: 'createTime:desc',
});
const table = `${tableOf('acme_parcel', "parcel_name text NOT NULL, parcel_state text NOT NULL DEFAULT '待寄', parcel_sender text, parcel_time timestamptz, label_pinyin text")}
  CREATE TABLE acme_parcel_handler (
    owner_id uuid NOT NULL REFERENCES acme_parcel ON DELETE CASCADE, target_id uuid NOT NULL REFERENCES sys_user ON DELETE CASCADE,
    PRIMARY KEY (owner_id, target_id))`;

const sending = ({ userId, userName }: SignedIn) =>
  ({ parcelState: '已寄', parcelSender: userName, parcelTime: '2026-01-31 08:00:00', parcelHandlers: [userId] }) as const;

/** The person who changes a parcel, or adds an urgent one, is recorded as its sender. */
const sent: Wraps = {
  write: (next) => (context, resource, checked) =>
    next(
      context,
      resource,
      checked.map((row) =>
        row.current === undefined && row.values['parcelName'] !== '急件'
          ? row
          : { ...row, values: { ...row.values, ...sending(context.user) } },
      ),
    ),
};

/** Adds to accounts the person who decided last. */
const decider = defineExtension({
  resource: 'sys/user',
  fields: { acmeDecider: { kind: 'text', label: '经办人', max: 50, byServer: true, log: 'plain' } },
  list: ['acmeDecider'],
});
const decided: Wraps = {
  write: (next) => (context, resource, checked) =>
    next(
      context,
      resource,
      checked.map((row) => ({ ...row, values: { ...row.values, acmeDecider: context.user.userName } })),
    ),
};

/** Adds to keys the person who made them. */
const maker = defineExtension({
  resource: 'sys/token',
  fields: { acmeMaker: { kind: 'text', label: '经手人', max: 50, byServer: true, log: 'plain' } },
});
const made: Wraps = {
  write: (next) => (context, resource, checked) =>
    next(
      context,
      resource,
      checked.map((row) => ({ ...row, values: { ...row.values, acmeMaker: context.user.userName } })),
    ),
};
/** Adds to roles a field that people write. */
const purpose = defineExtension({
  resource: 'sys/role',
  fields: { acmePurpose: { kind: 'text', label: '用途', max: 50, log: 'plain' } },
  form: ['acmePurpose'],
});
const columns = `ALTER TABLE sys_user ADD COLUMN acme_decider text; ALTER TABLE sys_token ADD COLUMN acme_maker text;
  ALTER TABLE sys_role ADD COLUMN acme_purpose text;`;

const inAWeek = new Date(Date.now() + 7 * 86_400_000).toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' });

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openModuleApp(
    { name: 'acme', features: [{ name: 'parcels', resources: [parcel], menu: [], extend: [decider, maker, purpose] }], menu: [] },
    {
      name: 'acme',
      migrations: migrationsOf({ '0001-parcels': table, '0002-added': columns }),
      features: [{ name: 'parcels', wrap: { 'acme/parcel': sent, 'sys/user': decided, 'sys/token': made } }],
    },
  );
  admin = (await app.signIn('admin', app.database.adminPassword)).token;
});
afterAll(() => app.drop());

const save = (body: object) => app.call(admin, 'POST', 'acme/parcel/save', body);

it('a server-written field has its column default until an operation writes it, and clients cannot write it', async () => {
  const { data: added } = await save({ parcelName: '书' });
  expect(added).toMatchObject({ parcelState: '待寄', parcelSender: null });
  const { data: changed } = await save({ ...added, parcelName: '新书' });
  expect(changed).toMatchObject({ parcelName: '新书', parcelState: '已寄', parcelSender: '管理员', parcelHandlersLabel: ['管理员'] });
  for (const record of [
    { ...changed, parcelState: '丢失' },
    { parcelName: '画', parcelState: '丢失' },
  ])
    expect(await save(record)).toMatchObject({
      code: 40000,
      data: { fields: [{ field: 'parcelState', message: '状态不可修改' }] },
    });
  expect(await save({ ...changed, parcelTime: null, parcelSender: '别人' })).toMatchObject({
    code: 40000,
    data: {
      fields: [
        { field: 'parcelSender', message: '寄件人不可修改' },
        { field: 'parcelTime', message: '寄出时间不可修改' },
      ],
    },
  });
});

it('a server-written field keeps its column default in the rows of a batch that no operation writes', async () => {
  const names = ['平信', '急件', '书'].map((parcelName) => ({ parcelName }));
  const { data } = await app.call<AnyRow[]>(admin, 'PUT', 'acme/parcel/save-batch', names);
  expect(data).toMatchObject([
    { parcelName: '平信', parcelState: '待寄', parcelSender: null },
    { parcelName: '急件', parcelState: '已寄', parcelSender: '管理员' },
    { parcelName: '书', parcelState: '待寄', parcelSender: null },
  ]);
});

it('writing a server-written field during an import does not prevent the undo of the import', async () => {
  const sheet = new Sheet(app, 'acme/parcel', admin);
  const opened = await sheet.post('open-import', { type: templateName(parcel), fileName: '包裹.xlsx' });
  sheet.id = String(opened.data['id']);
  await sheet.add([{ row: 0, values: { parcelName: '急件' } }]);
  expect((await sheet.save()).data).toMatchObject({ saved: 1 });
  expect(await sheet.undo()).toMatchObject({ code: 20000, data: { undone: 1 } });
});

it('a server-written field is also written and returned by a resource’s specific calls', async () => {
  const { userId } = await app.userWith({});
  await app.database.pool.query(`UPDATE sys_user SET user_status = '待审核' WHERE id = $1`, [userId]);
  expect(await app.call(admin, 'PUT', `sys/user/approve/${userId}`, { version: 1 })).toMatchObject({ data: { acmeDecider: '管理员' } });
});

it('saving one’s own record or key writes a server-written field, shown only to those who see the list', async () => {
  const { userId, token } = await app.userWith({});
  const { data: own } = await app.call(token, 'GET', `sys/user/select-info/${userId}`);
  const { data: saved } = await app.call(token, 'PUT', 'sys/user/save-info', { id: userId, version: own['version'], userName: '新名' });
  const { data: key } = await app.call(token, 'POST', 'sys/token/save-own', {
    tokenName: '同步',
    tokenRights: ['sys/user:read'],
    expireTime: inAWeek,
    password: userPassword,
  });
  expect([Object.keys(saved), Object.keys(key)].flat().filter((name) => name.startsWith('acme'))).toEqual([]);
  expect(key).toMatchObject({ token: expect.any(String) as string });
  const { data: listed } = await app.call(admin, 'GET', `sys/user/select/${userId}`);
  const { data: listedKey } = await app.call(admin, 'GET', `sys/token/select/${String(key['id'])}`);
  expect([listed, listedKey]).toMatchObject([{ userName: '新名', acmeDecider: own['userName'] }, { acmeMaker: '新名' }]);
});

it('a field added to roles is saved together with the permissions of the role', async () => {
  const { data: role } = await app.call(admin, 'POST', 'sys/role/save', { roleName: '财务', roleCode: 'finance', dataScope: '本人' });
  const posted = { id: role['id'], version: role['version'], acmePurpose: '对账' };
  expect(await app.call(admin, 'POST', 'sys/role/save-authorization', { role: posted, functions: [] })).toMatchObject({
    data: { role: { acmePurpose: '对账' } },
  });
});

it('a server-written field is logged like any other field', async () => {
  const { data: added } = await save({ parcelName: '画' });
  await save({ ...added, parcelName: '新画' });
  const { data: history } = await app.call<HistoryEntry[]>(admin, 'GET', `acme/parcel/select-history/${String(added['id'])}`);
  const changes = history.flatMap(({ optChanges }) => optChanges ?? []);
  expect(changes).toContainEqual({ field: 'parcelState', label: '状态', before: '待寄', after: '已寄' });
});

it('a server-written field in a form stops the start', async () => {
  const typed = defineResource({ ...parcel, form: ['parcelName', 'parcelState'] });
  await expect(
    openModuleApp(
      { name: 'acme', features: [{ name: 'parcels', resources: [typed], menu: [] }], menu: [] },
      { name: 'acme', migrations: migrationsOf({ '0001-parcels': table }), features: [{ name: 'parcels' }] },
    ),
  ).rejects.toThrow('acme/parcel.form: the server itself writes parcelState: leave it out');
});
