import type { FileRecord } from '@back-office/contract/calls/file.ts';
import { openModuleApp } from '@back-office/app/testing/server/open-module-app.ts';
import { runJob } from '@back-office/app/testing/server/run-job.ts';
import { userRow } from '@back-office/app/testing/server/sheet.ts';
import type { TestApp } from '@back-office/app/testing/server/test-app.ts';
import { sendFile } from '@back-office/app/testing/server/uploads.ts';
import { defineExtension } from '@back-office/contract/resource/extension.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pngOf } from '../testing/file-samples.ts';
import { agreements, moduleOf, serverOf, tablesSql } from '../testing/trial-module.ts';

const photo = defineExtension({
  resource: 'sys/user',
  fields: { acmePhoto: { kind: 'file', label: '工牌照片' } },
  list: ['acmePhoto'],
  form: ['acmePhoto'],
});
let app: TestApp;
beforeAll(async () => {
  const migrations = { '0001-agreements': `${tablesSql}ALTER TABLE sys_user ADD COLUMN acme_photo uuid;` };
  app = await openModuleApp(moduleOf({ ...agreements, extend: [...(agreements.extend ?? []), photo] }), serverOf({}, migrations));
});
afterAll(() => app.drop());

it('a picture that a module adds to people is visible to those who see the person, and is deleted when another replaces it', async () => {
  const admin = await app.admin();
  const reader = await app.userWith({ 'sys/user': ['read'] });
  const upload = async () => (await sendFile(app, admin, { name: '照片.png', bytes: pngOf(8, 8) })).data.id;
  const seen = async (id: string) => (await app.call<FileRecord[]>(reader.token, 'GET', `file/select?ids=${id}`)).data;
  const [first, second] = [await upload(), await upload()];
  const { data } = await app.call(admin, 'POST', 'sys/user/save', userRow({ acmePhoto: first }));
  expect(await seen(first)).toMatchObject([{ id: first, otcType: 'sys/user', otcId: data.id }]);
  expect((await app.call(admin, 'POST', 'sys/user/save', { ...data, acmePhoto: second })).code).toBe(20000);
  expect(await seen(first)).toEqual([]);
  expect(await seen(second)).toMatchObject([{ id: second }]);
});

it('earlier pictures that a module added to people are attached by the job, unless others chose them or show them too', async () => {
  const admin = await app.admin();
  const reader = await app.userWith({ 'sys/user': ['read'] });
  const send = async (token: string) => (await sendFile(app, token, { name: '照片.png', bytes: pngOf(8, 8) })).data.id;
  const seen = async (id: string) => (await app.call<FileRecord[]>(reader.token, 'GET', `file/select?ids=${id}`)).data;
  const personWith = async (picture: string): Promise<string> => {
    const { data } = await app.call(admin, 'POST', 'sys/user/save', userRow({}));
    await app.database.pool.query('UPDATE sys_user SET acme_photo = $1 WHERE id = $2', [picture, data.id]);
    return String(data.id);
  };
  const own = await send(admin);
  const somebodys = await send((await app.userWith({})).token);
  const shared = await send(admin);
  const avatar = await send(admin);
  const person = await personWith(own);
  await personWith(somebodys);
  for (const picture of [shared, shared, avatar]) await personWith(picture);
  await app.database.pool.query(`UPDATE sys_user SET user_avatar = $1 WHERE user_account = 'admin'`, [avatar]);
  expect(await seen(own)).toEqual([]);
  await runJob(app, 'attach-earlier-pictures');
  expect(await seen(own)).toMatchObject([{ id: own, otcType: 'sys/user', otcId: person }]);
  expect(await seen(somebodys)).toEqual([]);
  const { rows } = await app.database.pool.query('SELECT id FROM sys_file WHERE id = ANY($1) AND otc_id IS NOT NULL', [[shared, avatar]]);
  expect(rows).toEqual([]);
});

it('a picture that cannot be taken is refused with its field, and of several records with the row', async () => {
  const admin = await app.admin();
  const upload = async () => (await sendFile(app, admin, { name: '照片.png', bytes: pngOf(8, 8) })).data.id;
  const [picture, taken] = [await upload(), await upload()];
  expect((await app.call(admin, 'POST', 'sys/user/save', userRow({ acmePhoto: taken }))).code).toBe(20000);
  const issue = { field: 'acmePhoto', message: '工牌照片已不存在或属于其他记录，请重新选择' };
  const rows = [userRow({ acmePhoto: picture }), userRow({}), userRow({ acmePhoto: taken })];
  expect((await app.call(admin, 'POST', 'sys/user/save-batch', rows)).data).toEqual({ fields: [{ ...issue, row: 2 }] });
  expect((await app.call(admin, 'POST', 'sys/user/save', rows[2])).data).toEqual({ fields: [issue] });
});
