import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileRecord } from '@back-office/contract/calls/file.ts';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { pdfOf, pngOf } from '../testing/file-samples.ts';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { untilWaiting } from '../testing/until-waiting.ts';
import { fetchPath, sendChunk, sendFile } from '@back-office/app/testing/server/uploads.ts';

/* Who may reach a file (docs/hardening.md B10, D24, D37): files of a record follow its rights and data scope, all others belong to their uploader. */
let app: TestApp;
let editor: Session;
let reader: Session;
/** Has the permissions of the editor, but only on rows of their own. */
let blind: Session;
let stranger: Session;
beforeAll(async () => {
  app = await openTestApp();
  editor = await app.userWith({ 'sys/user': ['read', 'edit'], 'sys/role': ['read', 'edit'] });
  reader = await app.userWith({ 'sys/user': ['read'] });
  blind = await app.userWith({ 'sys/user': ['read', 'edit'] }, { dataScope: '本人' });
  stranger = await app.userWith({});
});
afterAll(() => app.drop());

/** The embedded database has one connection: nothing runs concurrently. */
const hasOneConnection = inject('testTemplate').kind === 'embedded';

type Place = { otcId: string; otcType: string };
const attach = (session: Session, place: Partial<Place>) =>
  sendFile(app, session.token, { name: 'a.png', bytes: pngOf(3, 3, 50), fields: place });
const select = ({ token }: Session, { otcId, otcType }: Place) =>
  app.call<FileRecord[]>(token, 'GET', `file/select?otcId=${otcId}&otcType=${encodeURIComponent(otcType)}`);
const drop = ({ token }: Session, id: string) => app.call(token, 'DELETE', `file/delete?id=${id}`);
const link = ({ token }: Session, body: object) => app.call(token, 'PUT', 'file/link', body);
const objects = async (): Promise<number> =>
  (await readdir(join(app.database.dataDir, 'files'), { recursive: true })).filter((path) => path.length === 35).length;

async function newRole(): Promise<Place> {
  const id = randomUUID();
  await app.database.pool.query(
    `INSERT INTO sys_role (id, role_name, role_code, role_status, data_scope) VALUES ($1, $2, $2, '正常', '本人')`,
    [id, `r-${id}`],
  );
  return { otcId: id, otcType: 'sys/role' };
}

describe('the files of a record', () => {
  it('are visible to users who may read the record, editable by those who may edit it, and not found by others', async () => {
    const target = await app.userWith({});
    const place = { otcId: target.userId, otcType: 'sys/user' };
    const file = await attach(editor, place);
    expect(file.code).toBe(20000);
    const before = await objects();
    for (const session of [reader, blind, stranger, target])
      expect(await attach(session, place)).toMatchObject({ code: 40400, message: '数据不存在或已被删除' });
    expect(await objects()).toBe(before);
    for (const session of [editor, reader]) expect((await select(session, place)).data.length).toBe(1);
    // Nor does the person themself see what others keep with their record.
    for (const session of [blind, stranger, target]) expect((await select(session, place)).code).toBe(40400);
    const { filePath = '' } = (await select(reader, place)).data[0] ?? {};
    expect((await fetchPath(app, filePath)).status).toBe(200);
    for (const session of [reader, blind, stranger, target]) {
      expect((await drop(session, file.data.id)).code).toBe(40400);
      expect((await app.call(session.token, 'GET', `sys/file/select/${file.data.id}`)).code).toBe(40300);
    }
    expect((await drop(editor, file.data.id)).code).toBe(20000);
    expect((await select(reader, place)).data.length).toBe(0);
  });

  it('can be changed by users with the add permission on records they created, and on no others', async () => {
    const adder = await app.userWith({ 'sys/role': ['read', 'add'] });
    const place = await newRole();
    const file = await attach(editor, place);
    expect((await attach(adder, place)).code).toBe(40400);
    expect((await drop(adder, file.data.id)).code).toBe(40400);
    await app.database.pool.query('UPDATE sys_role SET create_user = $1 WHERE id = $2', [adder.userId, place.otcId]);
    expect((await attach(adder, place)).code).toBe(20000);
    expect((await drop(adder, file.data.id)).code).toBe(20000);
  });

  it('cannot be deleted by users who may no longer edit the record, not even by their uploader', async () => {
    const former = await app.userWith({ 'sys/role': ['read', 'edit'] });
    const place = await newRole();
    const { id } = (await attach(former, place)).data;
    const second = (await attach(former, place)).data.id;
    await app.database.pool.query(
      `UPDATE sys_role_function SET function_permission = 'read' WHERE sys_role_id IN (SELECT target_id FROM sys_user_role WHERE owner_id = $1)`,
      [former.userId],
    );
    expect((await drop(former, id)).code).toBe(40400);
    expect((await select(editor, place)).data.length).toBe(2);
    expect((await drop(editor, id)).code).toBe(20000);
    // When the record is gone, nobody can change it, and its files belong to their uploaders again.
    await app.database.pool.query('DELETE FROM sys_role WHERE id = $1', [place.otcId]);
    expect((await drop(editor, second)).code).toBe(40400);
    expect((await drop(former, second)).code).toBe(20000);
  });

  it('cannot be added once the record is deleted, and leave no bytes behind', async () => {
    const place = await newRole();
    await app.server.jobs.runDue();
    const before = await objects();
    const bytes = pdfOf(600);
    const fields = { totalChunks: 2, ...place };
    const { id } = (await sendChunk(app, editor.token, { name: 'a.pdf', bytes, fields: { ...fields, currentChunk: 0 } })).data;
    await app.database.pool.query('DELETE FROM sys_role WHERE id = $1', [place.otcId]);
    expect((await sendChunk(app, editor.token, { name: `${id}|a.pdf`, bytes, fields: { ...fields, currentChunk: 1 } })).code).toBe(40400);
    expect((await attach(editor, place)).code).toBe(40400);
    expect(await objects()).toBe(before + 1);
    await app.call(editor.token, 'DELETE', `file/upload/${id}`);
    await app.server.jobs.runDue();
    expect(await objects()).toBe(before);
  });
});

it.skipIf(hasOneConnection)('a record that is being deleted concurrently accepts no more files', async () => {
  const place = await newRole();
  const holder = await app.database.pool.connect();
  await holder.query('BEGIN');
  await holder.query('DELETE FROM sys_role WHERE id = $1', [place.otcId]);
  const answer = attach(editor, place);
  await untilWaiting(app.database.pool);
  await holder.query('COMMIT');
  holder.release();
  expect((await answer).code).toBe(40400);
});

describe('a file attached to no record', () => {
  it('is visible only to its uploader and to users who can see it on the files page', async () => {
    const { id } = (await attach(editor, { otcId: 'x', otcType: 'album' })).data;
    expect((await select(stranger, { otcId: 'x', otcType: 'album' })).data).toEqual([]);
    expect((await app.call<FileRecord[]>(stranger.token, 'GET', `file/select?ids=${id}`)).data).toEqual([]);
    expect((await drop(stranger, id)).code).toBe(40400);
    const clerk = await app.userWith({ 'sys/file': ['read'] });
    const local = await app.userWith({ 'sys/file': ['read', 'delete'] }, { dataScope: '本人' });
    expect((await app.call<FileRecord[]>(clerk.token, 'GET', `file/select?ids=${id}`)).data.length).toBe(1);
    expect((await app.call(clerk.token, 'GET', `sys/file/select/${id}`)).data).toMatchObject({ id, filePath: expect.any(String) });
    expect((await drop(clerk, id)).code).toBe(40400);
    expect((await app.call<FileRecord[]>(local.token, 'GET', `file/select?ids=${id}`)).data).toEqual([]);
    expect((await drop(local, id)).code).toBe(40400);
    for (const wrong of [randomUUID(), '..', `${id}'`]) expect((await drop(editor, encodeURIComponent(wrong))).code).toBe(40400);
    expect((await drop(editor, id)).code).toBe(20000);
  });

  it('can be attached by its uploader to a record they may edit; a request attaches all its files or none', async () => {
    const place = await newRole();
    const loose = async (session: Session): Promise<string> => (await attach(session, {})).data.id;
    const [one, two, foreign] = [await loose(editor), await loose(editor), await loose(stranger)];
    expect((await link(editor, { ids: [one, foreign], ...place })).code).toBe(40400);
    expect((await link(stranger, { ids: [foreign], ...place })).code).toBe(40400);
    expect((await link(editor, { ids: [one], otcType: 'sys/role', otcId: randomUUID() })).code).toBe(40400);
    for (const ids of [[], [1], 'x', ['x'], Array.from({ length: 10 }, randomUUID), null])
      expect((await link(editor, { ids, ...place })).code).toBe(40000);
    expect((await link(editor, { ids: [one] })).code).toBe(40000);
    expect((await select(editor, place)).data).toEqual([]);
    expect((await link(editor, { ids: [one, two, one.toUpperCase()], ...place })).code).toBe(20000);
    expect((await select(editor, place)).data.map(({ id }) => id).sort()).toEqual([one, two].sort());
    expect((await link(editor, { ids: [one], ...(await newRole()) })).code).toBe(40400);
    const more = await Promise.all(Array.from({ length: 8 }, () => loose(editor)));
    expect(await link(editor, { ids: more, ...place })).toMatchObject({ code: 40000, message: '文件超出限制！' });
    expect((await link(editor, { ids: more.slice(1), ...place })).code).toBe(20000);
  });
});

it('deleting a file requires exactly one id', async () => {
  for (const query of ['', '?id=', '?id=a&id=b'])
    expect(await app.call(stranger.token, 'DELETE', `file/delete${query}`), query).toMatchObject({
      code: 40000,
      data: { fields: [{ field: 'id' }] },
    });
  for (const id of ['x', '../x', randomUUID()]) expect((await drop(stranger, id)).code, id).toBe(40400);
});

it('the attachments of a notice are readable by its recipients as long as they may read the notice', async () => {
  const admin = await app.signIn('admin', app.database.adminPassword);
  const notice = { msgTitle: '放假', msgContent: '见附件', msgScope: '用户', targetIds: [reader.userId], msgStatus: '已发布' };
  const { id, version } = (await app.call(admin.token, 'POST', 'sys/msg/save', notice)).data;
  const place = { otcId: id, otcType: 'sys/msg' };
  const file = (await attach(admin, place)).data;
  const { filePath = '' } = (await select(reader, place)).data[0] ?? {};
  expect((await fetchPath(app, filePath)).status).toBe(200);
  expect((await select(stranger, place)).code).toBe(40400);
  expect((await attach(reader, place)).code).toBe(40400);
  expect((await drop(reader, file.id)).code).toBe(40400);
  const withdrawn = await app.call(admin.token, 'POST', 'sys/msg/save', { id, version, msgStatus: '已撤回' });
  expect(withdrawn.code).toBe(20000);
  expect((await fetchPath(app, filePath)).status).toBe(403);
  expect((await select(reader, place)).code).toBe(40400);
});
