import { randomUUID } from 'node:crypto';
import { templateName } from '@back-office/contract/calls/import.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { dayOf, encryptField } from '@back-office/server/testing/seal-values.ts';
import { userPassword } from '../test-app.ts';

type Values = Readonly<Record<string, unknown>>;

/** The input of a route: a valid value for each place, so that the one bad value among them is reached. */
export interface RouteFields {
  readonly query?: Readonly<Record<string, string>>;
  readonly json?: Values | readonly unknown[];
  readonly form?: Readonly<Record<string, string>>;
  readonly multipart?: Readonly<Record<string, string>>;
  /** Named if the id of a record of the resource is unsuitable. */
  readonly params?: Readonly<Record<string, string>>;
}

/** The data of the routes: records created for them. */
export interface RouteData {
  /** Every resource of the server. */
  readonly resources: readonly Resource[];
  /** A record's id, and a valid new record, by resource. */
  readonly records: Readonly<Record<string, { readonly id: string; readonly sample: Values }>>;
  /** An import in progress, by resource. */
  readonly imports: Readonly<Record<string, string>>;
  readonly fileId: string;
  readonly roleId: string;
  readonly userId: string;
}

const page = { index: '0', limit: '10' };
const sealed = (text: string): string => encryptField(text, dayOf(new Date()));

/** The input of a resource's generic calls, from its declaration alone. */
function generic(resource: Resource, { records, imports }: RouteData): Readonly<Record<string, RouteFields>> {
  const [field = 'createTime'] = resource.search;
  const { id = randomUUID(), sample = {} } = records[resource.name] ?? {};
  const search = {
    like: `${field}:a`,
    eq: `${field}:`,
    ge: 'createTime:2026-01-01 00:00:00',
    le: 'createTime:2026-01-01 00:00:00',
    sort: `${field}:asc`,
  };
  const others = Object.fromEntries(
    Object.keys(resource.fields)
      .filter((name) => !resource.form.includes(name))
      .map((name) => [name, null]),
  );
  const imported = Object.fromEntries(resource.import.map((name) => [name, sample[name] ?? null]));
  const ofImport = { params: { id: imports[resource.name] ?? randomUUID() } };
  return {
    'select-page': { query: { ...page, ...search } },
    'select-options': { query: { ...page, search: 'a', parentId: id, id } },
    export: { query: { ...search, columns: resource.export.join(',') } },
    save: { json: { ...sample, ...others, id: '', version: null } },
    'save-batch': { query: { dryRun: 'true' }, json: [{ ...sample, ...others, id: '', version: null, type: templateName(resource) }] },
    'open-import': { json: { type: templateName(resource), fileName: 'a.xlsx' } },
    'add-import-rows': { ...ofImport, json: [{ row: 1, values: imported }] },
    'check-import': { ...ofImport, query: { from: '0', to: '10' } },
    'save-import': { ...ofImport, query: { goodOnly: 'true' } },
    'undo-import': ofImport,
  };
}

/** The input of other calls, by `METHOD url`; taken from `engine/contract/calls` and their handlers. */
function specificFields({ fileId, roleId, userId, records }: RouteData): Readonly<Record<string, RouteFields>> {
  const dictId = records['sys/dict']?.id ?? '';
  const place = { otcId: dictId, otcType: 'sys/dict', fileSource: 'Server', fileAlias: 'a' };
  const sending = { smsTemplateId: null, content: 'a', variables: { a: 'b' }, userIds: [userId], orgIds: [], phones: ['13800000000'] };
  const own = { json: { password: userPassword, code: '000000' } };
  return {
    'GET /api/file/select': { query: { otcId: dictId, otcType: 'sys/dict', ids: fileId } },
    'DELETE /api/file/delete': { query: { id: randomUUID() } },
    'PUT /api/file/link': { json: { ids: [fileId], ...place } },
    'POST /api/file/save-known': { json: { fileHash: 'a'.repeat(64), fileSize: 1, fileName: 'a.png', ...place } },
    'POST /api/file/viewer-link': { json: { id: fileId } },
    'POST /api/file/upload': { multipart: { totalChunks: '2', currentChunk: '0', chunkHash: '', ...place } },
    'GET /api/live': { query: { token: '' } },
    'POST /api/live/watch': { json: { resource: 'sys/dict', id: dictId } },
    'POST /api/login': { form: { username: sealed('nobody'), password: sealed('nothing'), method: 'password', link: '' } },
    'GET /api/login/:id/start': { query: { redirect: '/index' } },
    'GET /api/login/:id/callback': { query: { state: 'a', code: 'a' } },
    'POST /api/login/:id/backchannel-logout': { form: { logout_token: 'a' } },
    'POST /api/login/ticket': { form: { ticket: 'a' } },
    'POST /api/login/verify': { form: { ticket: 'a', code: '000000' } },
    'POST /api/password/forgot': { json: { account: 'some.body' } },
    'POST /api/password/reset': { json: { token: 'A'.repeat(43), newPassword: 'a' } },
    'POST /api/register': {
      form: { userAccount: sealed('some.body'), userName: sealed('某'), userPhone: '13800000000', password: sealed('short') },
    },
    'GET /api/sys/dict/select-tree': { query: page },
    'GET /api/sys/district/select-tree': { query: { parentId: records['sys/district']?.id ?? '' } },
    'GET /api/sys/org/select-super': { query: { id: records['sys/org']?.id ?? '' } },
    'GET /api/sys/msg/list': { query: { ...page, only: 'unread' } },
    'PUT /api/sys/msg/read/all': { query: { until: '2026-01-31 08:00:00' } },
    'PUT /api/sys/msg/confirm/:id': { query: { version: '1' } },
    'GET /api/sys/msg/readers/:id': { query: { ...page, state: 'unread' } },
    'GET /api/sys/job/next-times': { query: { cron: '0 8 * * *' } },
    'POST /api/sys/setting/test/:id': { json: { value: '12' } },
    'PUT /api/sys/setting/change/:id': { json: { version: 1, value: '12' } },
    'PUT /api/sys/job/plan/:id': { json: { version: 1, jobCron: '0 8 * * *' } },
    'PUT /api/sys/job/pause/:id': { json: { version: 1 } },
    'PUT /api/sys/job/resume/:id': { json: { version: 1 } },
    'GET /api/sys/search': { query: { q: 'a' } },
    'POST /api/sys/sms/preview-send': { json: sending },
    'POST /api/sys/sms/send': { json: sending },
    'PUT /api/sys/sms/settle/:id': { json: { smsStatus: '发送成功' } },
    'GET /api/sys/function/select-role-functions': { query: { sysRoleId: roleId } },
    'POST /api/sys/function/save-role-functions': {
      query: { sysRoleId: roleId },
      json: [{ id: records['sys/function']?.id, functionPermission: 'read' }],
    },
    'POST /api/sys/role/save-authorization': {
      json: {
        role: { id: roleId, version: 1, roleName: '某' },
        functions: [{ id: records['sys/function']?.id, functionPermission: 'read' }],
      },
    },
    'PUT /api/sys/user/approve/:id': { json: { version: 1 } },
    'PUT /api/sys/user/approve-each': { json: [{ id: userId, version: 1 }] },
    'PUT /api/sys/user/refuse/:id': { json: { version: 1, reason: 'a' } },
    'PUT /api/sys/user/preference/:key': { params: { key: 'columns.sys.user' }, json: { value: { a: [1] } } },
    'PUT /api/sys/user/save-info': {
      json: {
        id: userId,
        version: 1,
        userName: '某',
        userAvatar: null,
        userGender: null,
        userPhone: null,
        userEmail: null,
        userAccount: null,
      },
    },
    'GET /api/sys/user/select-info/:id': { params: { id: userId } },
    'GET /api/sys/user/select-logins': { query: page },
    'GET /api/sys/user/select-operations': { query: page },
    'PUT /api/sys/user/update-password': {
      query: { oldPassword: userPassword, newPassword: 'a' },
      json: { oldPassword: userPassword, newPassword: 'a' },
    },
    'POST /api/login/passkey': { json: { ceremony: 'a', response: {} } },
    'POST /api/login/passkey/start': { json: { ticket: 'a' } },
    'POST /api/sys/passkey/start-own': own,
    'POST /api/sys/passkey/end-own/:id': own,
    'POST /api/sys/linked-account/end-own/:id': own,
    'POST /api/sys/passkey/save-own': {
      json: { passkeyName: 'a', ceremony: 'A'.repeat(43), response: { id: 'AA', rawId: 'AA', type: 'public-key', response: {} } },
    },
    'PUT /api/sys/passkey/rename/:id': { json: { passkeyName: 'a' } },
    'PUT /api/sys/passkey/rename-own/:id': { json: { passkeyName: 'a' } },
    'POST /api/sys/user/confirm-two-step': own,
    'POST /api/sys/user/renew-recovery-codes': own,
    'POST /api/sys/user/start-two-step': own,
    'POST /api/sys/user/start-mail-address': own,
    'POST /api/sys/user/confirm-mail-address': { json: { code: '000000' } },
    'POST /api/sys/user/stop-two-step': own,
  };
}

/** The input of the route; of an unknown one, only the values of its path. */
export function fieldsOf(route: string, data: RouteData): RouteFields {
  const [, path = ''] = route.split(' ');
  const resource = data.resources.find(({ name }) => path.startsWith(`/api/${name}/`));
  const call = path.split('/')[4] ?? '';
  const found = specificFields(data)[route] ?? (resource === undefined ? {} : (generic(resource, data)[call] ?? {}));
  const id = data.records[resource?.name ?? '']?.id ?? data.fileId;
  const params = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, id]));
  return { ...found, params: { ...params, ...found.params } };
}
