import { afterAll, beforeAll, expect, it } from 'vitest';
import { pdfOf } from '../testing/file-samples.ts';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { sendFile, sha256 } from '@back-office/app/testing/server/uploads.ts';

let app: TestApp;
let me: Session;
beforeAll(async () => {
  app = await openTestApp();
  me = await app.userWith({});
});
afterAll(() => app.drop());

const bytes = pdfOf(300);
const fieldsOf = async (method: 'GET' | 'POST', path: string, body?: object) =>
  (await app.call<{ fields: { field: string; message: string }[] }>(me.token, method, path, body)).data.fields;

it('listing files requires a record or file ids', async () => {
  for (const query of ['', '?otcType=sys/org', '?otcId=&otcType=sys/org'])
    expect(await fieldsOf('GET', `file/select${query}`), query).toEqual([{ field: 'otcId', message: 'otcId 不能为空' }]);
});

it('a viewer link is refused when no viewer is configured', async () => {
  const { data } = await sendFile(app, me.token, { name: 'a.pdf', bytes });
  expect(await fieldsOf('POST', 'file/viewer-link', { id: data.id })).toEqual([{ field: 'id', message: '没有配置在线预览' }]);
});

it('a file saved from known bytes cannot be attached to a record that its sender may not edit', async () => {
  expect((await sendFile(app, me.token, { name: 'a.pdf', bytes })).code).toBe(20000);
  const org = await app.call(await app.admin(), 'POST', 'sys/org/save', { orgName: '总公司', orgCode: 'head' });
  const known = { fileName: 'b.pdf', fileSize: bytes.length, fileHash: sha256(bytes) };
  const save = (place: object) => app.call(me.token, 'POST', 'file/save-known', { ...known, ...place });
  expect((await save({ otcType: 'sys/org', otcId: org.data['id'] })).code).toBe(40400);
  expect((await save({})).code).toBe(20000);
  expect((await save({ fileSize: bytes.length + 1 })).data).toBeNull();
});

it('bytes uploaded as one type are unknown as another type, for which their content was not checked', async () => {
  expect((await sendFile(app, me.token, { name: 'a.pdf', bytes })).code).toBe(20000);
  const known = (fileName: string) =>
    app.call<object | null>(me.token, 'POST', 'file/save-known', { fileName, fileSize: bytes.length, fileHash: sha256(bytes) });
  expect((await known('a.mp3')).data).toBeNull();
  expect((await known('b.PDF')).data).toMatchObject({ fileName: 'b.PDF', fileType: 'pdf' });
});

it('each user may attach nine files to a key that is not a record, whatever others attach to it', async () => {
  const [one, other] = [await app.userWith({}), await app.userWith({})];
  const place = { otcType: 'album', otcId: 'summer' };
  for (const { token } of [one, other]) await sendFile(app, token, { name: 'a.pdf', bytes, fields: place });
  const known = { fileName: 'b.pdf', fileSize: bytes.length, fileHash: sha256(bytes), ...place };
  for (let count = 2; count <= 9; count += 1) expect((await app.call(one.token, 'POST', 'file/save-known', known)).code).toBe(20000);
  expect(await app.call(one.token, 'POST', 'file/save-known', known)).toMatchObject({ code: 40000, message: '文件超出限制！' });
  expect((await app.call(other.token, 'POST', 'file/save-known', known)).code).toBe(20000);
});

it('linking a file to a record raises the file’s version and is recorded in the operation log', async () => {
  const admin = await app.admin();
  const { id } = (await sendFile(app, admin, { name: 'a.pdf', bytes })).data;
  const role = (await app.call(admin, 'POST', 'sys/role/save', { roleName: '挂', roleCode: 'hung' })).data;
  expect((await app.call(admin, 'PUT', 'file/link', { ids: [id], otcType: 'sys/role', otcId: role.id.toUpperCase() })).code).toBe(20000);
  expect((await app.call(admin, 'GET', `sys/file/select/${id}`)).data).toMatchObject({ version: 2, otcId: role.id });
  const { items } = (await app.call(admin, 'GET', 'sys/log-opt/select-page?eq=optModule:文件&eq=optType:修改&eq=optTarget:a.pdf')).data;
  expect(items).toMatchObject([
    {
      optStatus: '成功',
      optChanges: [
        { field: 'otcType', after: 'sys/role' },
        { field: 'otcId', before: null, after: role.id },
      ],
    },
  ]);
});
