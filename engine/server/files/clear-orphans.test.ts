import type { PageAnswer } from '@back-office/contract/calls/page.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pdfOf, pngOf } from '../testing/file-samples.ts';
import { onStatement } from '../platform/database/planning-client.ts';
import { runJob } from '@back-office/app/testing/server/run-job.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { sendFile } from '@back-office/app/testing/server/uploads.ts';

/* The files of a record are kept exactly as long as the record may be restored. */
let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
});
afterAll(() => app.drop());

const attach = async (fields: Record<string, string>): Promise<string> =>
  (await sendFile(app, admin, { name: 'a.pdf', bytes: pdfOf(300), fields })).data.id;
const isThere = async (id: string): Promise<boolean> =>
  (await app.database.pool.query('SELECT FROM sys_file WHERE id = $1', [id])).rowCount === 1;
const isThereAfterwards = async (id: string): Promise<boolean> => {
  await runJob(app, 'clear-orphans');
  return isThere(id);
};
const newOrg = async (): Promise<string> => {
  const code = randomUUID().slice(0, 8);
  return String((await app.call(admin, 'POST', 'sys/org/save', { orgName: `机构${code}`, orgCode: code })).data['id']);
};
const kept = async (targetId: string): Promise<string> => {
  const { rows } = await app.database.pool.query<{ id: string }>('SELECT id FROM sys_recycle WHERE target_id = $1', [targetId]);
  return rows[0]?.id ?? '';
};

it('files of a recycled record are kept, come back on restore, and are deleted once it is deleted permanently', async () => {
  const org = await newOrg();
  const file = await attach({ otcType: 'sys/org', otcId: org });
  expect((await app.call(admin, 'DELETE', `sys/org/delete/${org}`)).code).toBe(20000);
  expect(await isThereAfterwards(file)).toBe(true);
  expect((await app.call(admin, 'POST', `sys/recycle/restore/${await kept(org)}`)).code).toBe(20000);
  expect((await app.call<unknown[]>(admin, 'GET', `file/select?otcType=sys/org&otcId=${org}`)).data).toMatchObject([{ id: file }]);
  await app.call(admin, 'DELETE', `sys/org/delete/${org}`);
  expect((await app.call(admin, 'DELETE', `sys/recycle/delete/${await kept(org)}`)).code).toBe(20000);
  expect(await isThere(file)).toBe(true);
  expect(await isThereAfterwards(file)).toBe(false);
});

it('files of a record that the recycle bin purged by age are deleted', async () => {
  const org = await newOrg();
  const file = await attach({ otcType: 'sys/org', otcId: org });
  await app.call(admin, 'DELETE', `sys/org/delete/${org}`);
  await app.database.pool.query(`UPDATE sys_recycle SET create_time = now() - interval '400 days' WHERE target_id = $1`, [org]);
  await runJob(app, 'clear-recycle');
  expect(await kept(org)).toBe('');
  expect(await isThereAfterwards(file)).toBe(false);
});

it('files of a record deleted along with another are kept while that other is in the recycle bin', async () => {
  const { userId } = await app.userWith({});
  const link = randomUUID();
  await app.database.pool.query(
    `INSERT INTO sys_linked_account (id, sys_user_id, login_method, issuer, subject, external_name) VALUES ($1, $2, 'corp', 'i', 'left', '外')`,
    [link, userId],
  );
  const file = await attach({ otcType: 'sys/linked-account', otcId: link });
  expect((await app.call(admin, 'DELETE', `sys/user/delete/${userId}`)).code).toBe(20000);
  expect(await isThereAfterwards(file)).toBe(true);
  expect((await app.call(admin, 'DELETE', `sys/recycle/delete/${await kept(userId)}`)).code).toBe(20000);
  expect(await isThereAfterwards(file)).toBe(false);
});

it('the portrait of a person is kept until they are deleted permanently', async () => {
  const { userId, token } = await app.userWith({});
  const { data } = await sendFile(app, token, { name: '我.png', bytes: pngOf(8, 8), fields: { otcId: '', otcType: 'avatar' } });
  const other = (await sendFile(app, token, { name: '合同.pdf', bytes: pdfOf(300), fields: {} })).data.id;
  expect((await app.call(admin, 'DELETE', `sys/user/delete/${userId}`)).code).toBe(20000);
  expect(await isThereAfterwards(data.id)).toBe(true);
  // As if the person had been deleted along with a record of a company's, to which they belonged.
  const inBin = [await kept(userId), userId];
  await app.database.pool.query(
    `UPDATE sys_recycle SET target_id = gen_random_uuid(), content = content || jsonb_build_object('beside', jsonb_build_object('sys_user', jsonb_build_array(jsonb_build_object('id', $2::text))))
     WHERE id = $1`,
    inBin,
  );
  expect(await isThereAfterwards(data.id)).toBe(true);
  expect((await app.call(admin, 'DELETE', `sys/recycle/delete/${inBin[0]}`)).code).toBe(20000);
  expect(await isThereAfterwards(data.id)).toBe(false);
  expect(await isThere(other)).toBe(true);
});

it('files of existing records, and files attached to nothing that is a record, are left alone', async () => {
  const org = await newOrg();
  const stay = [
    await attach({ otcType: 'sys/org', otcId: org }),
    await attach({}),
    await attach({ otcType: 'contract', otcId: randomUUID() }),
    await attach({ otcType: 'sys/org', otcId: 'draft-7' }),
  ];
  await runJob(app, 'clear-orphans');
  const { items } = (await app.call<PageAnswer<AnyRow>>(admin, 'GET', 'sys/file/select-page?limit=100')).data;
  expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining(stay));
});

it('orphaned files are deleted in batches, all within one run', async () => {
  const file = await attach({});
  const many = randomUUID();
  await app.database.pool.query(
    `INSERT INTO sys_file (id, file_name, file_type, file_size, otc_type, otc_id, file_source, sys_upload_id, create_user)
     SELECT gen_random_uuid(), $2, f.file_type, f.file_size, 'sys/org', gen_random_uuid()::text, f.file_source, f.sys_upload_id, f.create_user
     FROM sys_file f, generate_series(1, 2300) WHERE f.id = $1`,
    [file, many],
  );
  const statements: string[] = [];
  const stopHearing = onStatement(({ text }) => statements.push(text));
  await runJob(app, 'clear-orphans');
  stopHearing();
  expect(statements.filter((text) => text.includes("-> 'beside'"))).toHaveLength(1);
  expect((await app.database.pool.query('SELECT FROM sys_file WHERE file_name = $1', [many])).rowCount).toBe(0);
  expect(await isThere(file)).toBe(true);
});

it('the records of files are checked in portions, however many of them are kept', async () => {
  const file = await attach({});
  const many = randomUUID();
  await app.database.pool.query(
    `WITH kept AS (INSERT INTO sys_recycle (id, recycle_name, recycle_module, target_resource, target_id, content, expire_time)
         SELECT gen_random_uuid(), 'x', '机构', 'sys/org', gen_random_uuid(), '{}', now() + interval '1 day' FROM generate_series(1, 5500) RETURNING target_id),
       records AS (SELECT target_id FROM kept UNION ALL SELECT gen_random_uuid() FROM generate_series(1, 30))
     INSERT INTO sys_file (id, file_name, file_type, file_size, otc_type, otc_id, file_source, sys_upload_id, create_user)
     SELECT gen_random_uuid(), $2, f.file_type, f.file_size, 'sys/org', r.target_id::text, f.file_source, f.sys_upload_id, f.create_user
     FROM sys_file f, records r WHERE f.id = $1`,
    [file, many],
  );
  const statements: string[] = [];
  const stopHearing = onStatement(({ text }) => statements.push(text));
  await runJob(app, 'clear-orphans');
  stopHearing();
  const ofKept = statements.filter((text) => text.includes('SELECT DISTINCT') && text.includes(`f.otc_id > `));
  expect(ofKept.length).toBeGreaterThan(1);
  expect((await app.database.pool.query('SELECT FROM sys_file WHERE file_name = $1', [many])).rowCount).toBe(5500);
});
