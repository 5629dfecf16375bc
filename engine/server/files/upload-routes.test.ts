import { afterAll, beforeAll, expect, it } from 'vitest';
import { pdfOf } from '../testing/file-samples.ts';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { sendChunk, sendFile } from '@back-office/app/testing/server/uploads.ts';

/* Uploads belong to one person each, and depend on their state. */
let app: TestApp;
let me: Session;
let other: Session;
beforeAll(async () => {
  app = await openTestApp();
  [me, other] = [await app.userWith({}), await app.userWith({})];
});
afterAll(() => app.drop());

const bytes = pdfOf(300);
const begin = ({ token }: Session, key: string) =>
  sendChunk(app, token, { name: 'a.pdf', bytes, fields: { totalChunks: 2, currentChunk: 0 } }, { 'idempotency-key': key });
const unfinished = async ({ token }: Session) =>
  (await app.call<{ id: string; expireTime: string }[]>(token, 'GET', 'file/select-uploads')).data;

it('an idempotency key sent again returns the upload begun with it, and only to the same user', async () => {
  const [first, again, foreign] = [await begin(me, 'same'), await begin(me, 'same'), await begin(other, 'same')];
  expect([first.code, again.data.id, foreign.code]).toEqual([20000, first.data.id, 20000]);
  expect((await unfinished(me)).map(({ id }) => id)).toEqual([first.data.id]);
  expect((await unfinished(other)).map(({ id }) => id)).toEqual([foreign.data.id]);
});

it('an upload that has become a file cannot be cancelled: the file stays', async () => {
  const { data } = await sendFile(app, me.token, { name: 'b.pdf', bytes });
  const { rows } = await app.database.pool.query<{ id: string }>('SELECT sys_upload_id AS id FROM sys_file WHERE id = $1', [data.id]);
  expect((await app.call(me.token, 'DELETE', `file/upload/${rows[0]?.id}`)).code).toBe(40400);
  expect((await app.call<unknown[]>(me.token, 'GET', `file/select?ids=${data.id}`)).data).toHaveLength(1);
});

it('an upload in progress expires a day after its latest chunk', async () => {
  const fields = (currentChunk: number) => ({ totalChunks: 3, currentChunk });
  const { data } = await sendChunk(app, me.token, { name: 'c.pdf', bytes, fields: fields(0) });
  await app.database.pool.query(`UPDATE sys_upload SET touch_time = touch_time - interval '23 hours' WHERE id = $1`, [data.id]);
  const ends = async () => (await unfinished(me)).find(({ id }) => id === data.id)?.expireTime ?? '';
  const before = await ends();
  expect((await sendChunk(app, me.token, { name: `${data.id}|c.pdf`, bytes, fields: fields(1) })).code).toBe(20000);
  expect(Date.parse(await ends()) - Date.parse(before)).toBeGreaterThanOrEqual(23 * 3600 * 1000);
});

it('unfinished uploads are listed most recent first, each with its largest chunk and the bytes received', async () => {
  const { token } = await app.userWith({});
  const chunk = (name: string, length: number, currentChunk: number) =>
    sendChunk(app, token, { name, bytes: pdfOf(length), fields: { totalChunks: 4, currentChunk } });
  const [one, other] = [(await chunk('one.pdf', 300, 0)).data.id, (await chunk('other.pdf', 300, 0)).data.id];
  await chunk(`${one}|one.pdf`, 200, 2);
  const { data } = await app.call<object[]>(token, 'GET', 'file/select-uploads');
  expect(data).toMatchObject([
    { id: one, fileName: 'one.pdf', received: [0, 2], receivedSize: 500, chunkSize: 300 },
    { id: other, fileName: 'other.pdf', received: [0], receivedSize: 300, chunkSize: 300 },
  ]);
});
