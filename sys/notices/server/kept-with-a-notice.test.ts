import { randomUUID } from 'node:crypto';
import type { FileRecord } from '@back-office/contract/calls/file.ts';
import type { NoticeList } from '../own-notices.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLive } from '@back-office/server/testing/live-client.ts';
import { pdfOf } from '@back-office/server/testing/file-samples.ts';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { fetchPath, sendFile } from '@back-office/app/testing/server/uploads.ts';

/* The files attached to a notice, and its readers' marks. */
let app: TestApp;
let admin: string;
const house = randomUUID();
let head: Session;
let clerk: Session;
let stranger: Session;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
  await sql(`INSERT INTO sys_org (id, org_name, org_code, org_status) VALUES ($1, '总部', 'hq', '正常')`, [house]);
  [head, clerk, stranger] = [await member(house), await member(house), await member(null)];
});
afterAll(() => app.drop());

const sql = (text: string, values: unknown[] = []) => app.database.pool.query(text, values);

async function member(org: string | null): Promise<Session> {
  const session = await app.userWith({}, { dataScope: '本人' });
  await sql('UPDATE sys_user SET sys_org_id = $1 WHERE id = $2', [org, session.userId]);
  return session;
}

async function save(values: Record<string, unknown>): Promise<AnyRow> {
  const answer = await app.call(admin, 'POST', 'sys/msg/save', values);
  expect([answer.code, answer.message]).toEqual([20000, '操作成功']);
  return answer.data;
}
const list = async ({ token }: Session): Promise<NoticeList> => (await app.call<NoticeList>(token, 'GET', 'sys/msg/list')).data;

it('the files of a notice can be read by those who may read it, and changed by none of them', async () => {
  const draft = await save({ msgTitle: '章程', msgContent: '见附件', msgScope: '用户', targetIds: [head.userId] });
  const fields = { otcType: 'sys/msg', otcId: draft.id };
  const { data: file } = await sendFile(app, admin, { name: '章程.pdf', bytes: pdfOf(500), fields });
  const select = ({ token }: Session) => app.call<FileRecord[]>(token, 'GET', `file/select?otcType=sys/msg&otcId=${draft.id}`);
  expect((await select(head)).code).toBe(40400);
  const out = await save({ ...draft, msgStatus: '已发布' });
  const [seen] = (await select(head)).data;
  expect(seen).toMatchObject({ id: file.id, fileName: '章程.pdf' });
  expect((await fetchPath(app, seen?.filePath ?? '')).status).toBe(200);
  expect((await select(stranger)).code).toBe(40400);
  expect((await app.call(head.token, 'DELETE', `file/delete?id=${file.id}`)).code).toBe(40400);
  expect((await sendFile(app, head.token, { name: '另一.pdf', bytes: pdfOf(400), fields })).code).toBe(40400);
  await save({ ...out, msgStatus: '已撤回' });
  expect((await select(head)).code).toBe(40400);
  expect((await fetchPath(app, seen?.filePath ?? '')).status).not.toBe(200);
});

it('a notice restored from the recycle bin keeps its readers’ marks and its audience, and those online learn that it is back', async () => {
  const values = { msgTitle: '误删', msgContent: '好', msgScope: '机构', targetIds: [house], needConfirm: '是', msgStatus: '已发布' };
  const { id } = await save(values);
  await app.call(head.token, 'PUT', `sys/msg/confirm/${id}`);
  await app.call(clerk.token, 'PUT', `sys/msg/read/${id}`);
  const client = await openLive(app.server, head.token);
  const marks = async () => (await sql('SELECT * FROM sys_msg_read WHERE sys_msg_id = $1 ORDER BY sys_user_id', [id])).rows as unknown[];
  const before = await marks();
  expect(before).toHaveLength(2);
  await app.call(admin, 'DELETE', `sys/msg/delete/${id}`);
  expect([await marks(), (await list(head)).items]).toEqual([[], []]);
  const { data } = await app.call<{ items: AnyRow[] }>(admin, 'GET', 'sys/recycle/select-page?eq=recycleName:误删');
  await client.frame(67);
  client.frames.length = 0;
  expect((await app.call(admin, 'POST', `sys/recycle/restore/${data.items[0]?.id}`)).data).toEqual({ restored: 1, leftOut: 0 });
  expect(await client.frame(67, 20_000)).toMatchObject({ data: { topic: 'msg' } });
  client.socket.close();
  expect(await marks()).toEqual(before);
  expect(await list(head)).toMatchObject({ unread: 0, unconfirmed: 0, items: [{ id, confirmTime: expect.any(String) }] });
  expect(await list(clerk)).toMatchObject({ unread: 0, unconfirmed: 1 });
  expect((await list(stranger)).items).toEqual([]);
  expect((await sql('SELECT announce_time IS NOT NULL AS told FROM sys_msg WHERE id = $1', [id])).rows).toEqual([{ told: true }]);
});

describe('the confirmation of a person who is deleted and restored', () => {
  const publish = (msgTitle: string) =>
    save({ msgTitle, msgContent: '好', msgScope: '机构', targetIds: [house], needConfirm: '是', msgStatus: '已发布' });
  /** Deletes a person who confirmed these notices, makes the change, and restores them; returns which of them they still have confirmed. */
  async function confirmedAfter(ids: string[], change: () => Promise<unknown>): Promise<string[]> {
    const { userId, token } = await member(house);
    for (const id of ids) expect((await app.call(token, 'PUT', `sys/msg/confirm/${id}`)).code).toBe(20000);
    expect((await app.call(admin, 'DELETE', `sys/user/delete/${userId}`)).code).toBe(20000);
    await change();
    const { rows: kept } = await sql('SELECT id FROM sys_recycle WHERE target_id = $1', [userId]);
    expect((await app.call(admin, 'POST', `sys/recycle/restore/${kept[0]?.['id']}`)).data).toEqual({ restored: 1, leftOut: 0 });
    const { rows } = await sql('SELECT sys_msg_id AS id FROM sys_msg_read WHERE sys_user_id = $1 AND confirm_time IS NOT NULL', [userId]);
    return rows.map(({ id }) => String(id)).toSorted();
  }

  it('is gone for a notice that was rewritten or published again meanwhile, as for everybody else', async () => {
    const [rewritten, withdrawn, same] = [await publish('改写'), await publish('重发'), await publish('不变')];
    const confirmed = await confirmedAfter([rewritten.id, withdrawn.id, same.id], async () => {
      await save({ ...rewritten, msgContent: '不好' });
      await save({ ...(await save({ ...withdrawn, msgStatus: '已撤回' })), msgStatus: '已发布' });
    });
    expect(confirmed).toEqual([same.id]);
  });

  it('stays for a notice that only reaches others besides, or is deleted and restored itself', async () => {
    const [widened, removed] = [await publish('扩大'), await publish('误删二')];
    const confirmed = await confirmedAfter([widened.id, removed.id], async () => {
      await save({ ...widened, msgScope: '全部', targetIds: [] });
      await app.call(admin, 'DELETE', `sys/msg/delete/${removed.id}`);
      const { rows } = await sql('SELECT id FROM sys_recycle WHERE target_id = $1', [removed.id]);
      await app.call(admin, 'POST', `sys/recycle/restore/${rows[0]?.['id']}`);
    });
    expect(confirmed).toEqual([widened.id, removed.id].toSorted());
  });
});
