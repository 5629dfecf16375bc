import { randomUUID } from 'node:crypto';
import { embeddedSource, type FileRecord } from '@back-office/contract/calls/file.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { jpegOf, pdfOf, pngOf } from '@back-office/server/testing/file-samples.ts';
import { runJob } from '@back-office/app/testing/server/run-job.ts';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { fetchPath, sendFile } from '@back-office/app/testing/server/uploads.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NoticeList } from '../own-notices.ts';

/* Pictures in the body of a notice: their owner, who may read them, and when they are deleted. */
let app: TestApp;
let admin: Session;
const [house, branch, elsewhere] = [randomUUID(), randomUUID(), randomUUID()];
/** People in the house, in its branch, elsewhere, with a role, and one who may read only notices of their own. */
const people: Record<string, Session> = {};
let roleId: string;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.signIn('admin', app.database.adminPassword);
  for (const [id, parent] of [
    [house, null],
    [branch, house],
    [elsewhere, null],
  ])
    await sql(`INSERT INTO sys_org (id, org_name, org_code, org_status, parent_id) VALUES ($1::uuid, $1, $1, '正常', $2)`, [id, parent]);
  for (const [name, org] of [
    ['housed', house],
    ['branched', branch],
    ['elsewhere', elsewhere],
  ] as const)
    people[name] = await member({}, org, '本人');
  people['clerk'] = await member({ 'sys/msg': ['read', 'edit', 'add'] }, elsewhere, '本人');
  people['chief'] = await member({ 'sys/msg': ['read'] }, elsewhere, '全部');
  roleId = String((await sql('SELECT target_id FROM sys_user_role WHERE owner_id = $1', [people['elsewhere']?.userId])).rows[0].target_id);
});
afterAll(() => app.drop());

const sql = (text: string, values: unknown[] = []) => app.database.pool.query(text, values);
async function member(rights: Record<string, string[]>, org: string, dataScope: string): Promise<Session> {
  const session = await app.userWith(rights, { dataScope });
  await sql('UPDATE sys_user SET sys_org_id = $1 WHERE id = $2', [org, session.userId]);
  return session;
}

const picture = (id: string, alt = ''): string => `<p><img data-file="${id}" alt="${alt}" /></p>`;
const upload = async ({ token }: Session, name = 'a.png', bytes = pngOf(4, 4, 60), fields: Record<string, string> = {}): Promise<string> =>
  (await sendFile(app, token, { name, bytes, fields })).data.id;
const post = (values: Record<string, unknown>, { token } = admin) =>
  app.call<AnyRow>(token, 'POST', 'sys/msg/save', { msgTitle: '图', msgScope: '全部', ...values });
async function save(values: Record<string, unknown>): Promise<AnyRow> {
  const answer = await post(values);
  expect([answer.code, answer.message]).toEqual([20000, '操作成功']);
  return answer.data;
}
const filesOf = async ({ id }: AnyRow, { token } = admin): Promise<FileRecord[]> =>
  (await app.call<FileRecord[]>(token, 'GET', `file/select?otcType=sys/msg&otcId=${id}`)).data ?? [];
const idsOf = async (row: AnyRow): Promise<string[]> => (await filesOf(row)).map(({ id }) => id);
const objects = async (): Promise<number> => Number((await sql('SELECT count(*) FROM sys_upload_part')).rows[0].count);

describe('a picture saved in a body', () => {
  it('becomes a file of its notice, next to the attachments, and is referenced by its id alone', async () => {
    const id = await upload(admin);
    const row = await save({
      msgContent: `<p>见图</p><img alt="组织 架构" src="https://evil.example/x.png" data-file="${id.toUpperCase()}">`,
    });
    expect(row['msgContent']).toBe(`<p>见图</p><img data-file="${id}" alt="组织 架构" />`);
    expect(await filesOf(row)).toMatchObject([{ id, otcType: 'sys/msg', otcId: row.id, fileSource: embeddedSource }]);
    // The version has changed, so that people who saw the unattached file do not change it unawares.
    expect((await sql('SELECT version FROM sys_file WHERE id = $1', [id])).rows).toEqual([{ version: 2 }]);
    for (let nth = 0; nth < 9; nth += 1) await upload(admin, 'b.png', pngOf(2, 2, nth + 1), { otcType: 'sys/msg', otcId: row.id });
    expect(await idsOf(row)).toHaveLength(10);
    const one = { name: 'c.png', bytes: pngOf(2, 2, 30), fields: { otcType: 'sys/msg', otcId: row.id } };
    expect((await sendFile(app, admin.token, one)).message).toBe('文件超出限制！');
    // The limit cannot be bypassed by declaring an attachment a picture of the body.
    const disguised = await sendFile(app, admin.token, { ...one, fields: { ...one.fields, fileSource: embeddedSource } });
    expect(disguised).toMatchObject({ code: 40000, data: { fields: [{ field: 'fileSource' }] } });
  });

  it('is a valid body on its own', async () => {
    const id = await upload(admin, 'a.jpg', jpegOf(4, 4));
    expect((await save({ msgContent: picture(id, '海报') }))['msgContent']).toBe(picture(id, '海报'));
  });

  it('is refused if it is another user’s, no picture, another record’s or gone, and nothing is saved', async () => {
    const other = await save({ msgContent: picture(await upload(admin)) });
    const [taken = ''] = await idsOf(other);
    const clerk = people['clerk'] ?? admin;
    const before = await sql('SELECT count(*) FROM sys_msg');
    const large = await upload(admin);
    await sql('UPDATE sys_file SET file_size = 20 * 1024 * 1024 + 1 WHERE id = $1', [large]);
    for (const id of [taken, randomUUID(), await upload(clerk), await upload(admin, 'a.pdf', pdfOf(300)), large]) {
      const answer = await post({ msgContent: picture(id) });
      expect(answer).toMatchObject({ code: 40000, data: { fields: [{ field: 'msgContent' }] } });
      expect(answer.message).toBe('正文中有图片已不存在或属于其他记录，请删除后重新插入');
    }
    const many = await Promise.all(Array.from({ length: 21 }, () => upload(admin)));
    expect((await post({ msgContent: many.map((id) => picture(id)).join('') })).message).toBe('正文中的图片不能超过 20 张');
    expect((await post({ msgContent: '<p>x<img data-upload="1"></p>' })).message).toBe('正文中的图片还在上传，请稍候再保存');
    expect((await sql('SELECT count(*) FROM sys_msg')).rows).toEqual(before.rows);
    expect(await idsOf(other)).toEqual([taken]);
  });

  it('is deleted with its bytes once it is removed, and one already gone does not block saving the rest', async () => {
    const [kept, dropped] = [await upload(admin), await upload(admin)];
    const row = await save({ msgContent: picture(kept) + picture(dropped) });
    const attached = await upload(admin, 'b.png', pngOf(2, 2, 9), { otcType: 'sys/msg', otcId: row.id });
    const before = await objects();
    const next = await save({ ...row, msgContent: picture(kept) });
    expect((await idsOf(row)).sort()).toEqual([kept, attached].sort());
    expect(await objects()).toBe(before - 1);
    expect((await sql('SELECT opt_type FROM sys_log_opt WHERE target_id = $1 ORDER BY opt_time', [dropped])).rows.at(-1)).toEqual({
      opt_type: '删除',
    });
    await app.call(admin.token, 'DELETE', `file/delete?id=${kept}`);
    const edited = await save({ ...next, msgTitle: '改题' });
    // An attachment that is also used in the body remains an attachment.
    const shown = await save({ ...edited, msgContent: picture(attached) });
    await save({ ...shown, msgContent: '<p>完</p>' });
    expect(await idsOf(row)).toEqual([attached]);
  });

  it('goes to the recycle bin with its notice, and is deleted permanently with it', async () => {
    const id = await upload(admin);
    const row = await save({ msgTitle: '回收', msgContent: picture(id) });
    const bin = async (): Promise<string> => {
      await app.call(admin.token, 'DELETE', `sys/msg/delete/${row.id}`);
      const { data } = await app.call<{ items: AnyRow[] }>(admin.token, 'GET', 'sys/recycle/select-page?eq=recycleName:回收');
      return data.items[0]?.id ?? '';
    };
    expect((await app.call(admin.token, 'POST', `sys/recycle/restore/${await bin()}`)).code).toBe(20000);
    expect(await idsOf(row)).toEqual([id]);
    await app.call(admin.token, 'DELETE', `sys/recycle/delete/${await bin()}`);
    await runJob(app, 'clear-orphans');
    expect((await sql('SELECT FROM sys_file WHERE id = $1', [id])).rowCount).toBe(0);
  });
});

it('a picture is available to those who may read the notice now, and to nobody else', async () => {
  const time = (hours: number): string =>
    new Date(Date.now() + hours * 3600_000 + 8 * 3600_000).toISOString().slice(0, 19).replace('T', ' ');
  const audience = fc.oneof(
    fc.constant({ msgScope: '全部', targetIds: [] as string[] }),
    fc.subarray([house, branch, elsewhere], { minLength: 1 }).map((targetIds) => ({ msgScope: '机构', targetIds })),
    fc.constant({ msgScope: '角色', targetIds: [roleId] }),
    fc
      .subarray(Object.keys(people), { minLength: 1 })
      .map((names) => ({ msgScope: '用户', targetIds: names.map((name) => people[name]?.userId ?? '') })),
  );
  const notice = fc.record({
    to: audience,
    byClerk: fc.boolean(),
    msgStatus: fc.constantFrom('草稿', '已发布', '已发布', '已撤回'),
    publishTime: fc.constantFrom(null, time(-2), time(2)),
    expireTime: fc.constantFrom(null, time(-1), time(3)),
  });
  await fc.assert(
    fc.asyncProperty(notice, async ({ to, byClerk, msgStatus, publishTime, expireTime }) => {
      const clerk = people['clerk'] ?? admin;
      const id = await upload(admin);
      const row = await save({ ...to, msgContent: picture(id), publishTime: time(-2), msgStatus: '草稿' });
      await sql('UPDATE sys_msg SET msg_status = $1, publish_time = $2, expire_time = $3, create_user = $4 WHERE id = $5', [
        msgStatus,
        publishTime === null ? (msgStatus === '已发布' ? time(-2) : null) : publishTime,
        expireTime,
        byClerk ? clerk.userId : admin.userId,
        row.id,
      ]);
      for (const [name, person] of Object.entries(people)) {
        const list = await app.call<NoticeList>(person.token, 'GET', 'sys/msg/list?limit=1000');
        const administers = (await app.call(person.token, 'GET', `sys/msg/select/${row.id}`)).code === 20000;
        const mayRead = administers || list.data.items.some(({ id: listed }) => listed === row.id);
        const [file] = await filesOf(row, person);
        expect([name, file?.id]).toEqual([name, mayRead ? id : undefined]);
        const byId = (await app.call<FileRecord[]>(person.token, 'GET', `file/select?ids=${id}`)).data;
        expect(byId.length).toBe(mayRead ? 1 : 0);
        if (file !== undefined) expect((await fetchPath(app, file.filePath)).status).toBe(200);
        // Rights from administering the notice are not those of a reader, who may not delete.
        const drop = await app.call(person.token, 'DELETE', `file/delete?id=${id}`);
        expect(drop.code === 20000).toBe(name === 'clerk' && byClerk);
        if (drop.code === 20000) break;
      }
    }),
    { numRuns: 25, endOnFailure: true, seed: 17 },
  );
});
