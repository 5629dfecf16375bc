import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { sendFile } from '@back-office/app/testing/server/uploads.ts';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { pdfOf } from '../../testing/file-samples.ts';
import { until } from '../../testing/until.ts';

/* Stored bytes that are read slowly, while their reader loses what they had at the start. */
let app: TestApp;
let address: AddressInfo;
beforeAll(async () => {
  app = await openTestApp();
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  address = app.server.server.address() as AddressInfo;
});
afterAll(() => app.drop());
afterEach(() => vi.useRealTimers());

const size = 32_000_000;
const query = (text: string, values: unknown[]) => app.database.pool.query<{ key: string }>(text, values);

/** A file of more bytes than the buffers of the network and of both sides hold. */
const bigFile = async ({ token }: Session) => (await sendFile(app, token, { name: 'a.pdf', bytes: pdfOf(size) })).data;

/** An export in 导出中心 with those bytes. */
async function bigExport(person: Session): Promise<string> {
  const file = await bigFile(person);
  const { rows } = await query(
    `SELECT p.storage_key AS key FROM sys_upload_part p JOIN sys_file f ON f.sys_upload_id = p.sys_upload_id WHERE f.id = $1`,
    [file.id],
  );
  const id = crypto.randomUUID();
  await query(
    `INSERT INTO sys_export (id, resource, title, file_name, query, create_user, file_size, storage_key, expire_time, reach)
     VALUES ($1, 'sys/dict', '数据字典', '数据字典.xlsx', '{}', $2, $3, $4, now() + interval '1 day', '')`,
    [id, person.userId, size, rows[0]?.key],
  );
  return id;
}

const disable = `UPDATE sys_user SET user_status = '停用' WHERE id = $1`;
const signOut = `UPDATE sys_session SET end_time = now() WHERE sys_user_id = $1`;
const unused = `UPDATE sys_session SET last_seen_time = now() - interval '13 hours' WHERE sys_user_id = $1`;
const unusedAndEnded = `UPDATE sys_session SET last_seen_time = now() - interval '13 hours', end_time = now() WHERE sys_user_id = $1`;
const lock = `UPDATE sys_session SET lock_time = now() WHERE sys_user_id = $1`;
const takeRoles = `WITH raised AS (UPDATE sys_epoch SET value = value + 1 WHERE name = 'rights') DELETE FROM sys_user_role WHERE owner_id = $1`;

const connections = () => new Promise<number>((resolve) => app.server.server.getConnections((_error, count) => resolve(count)));

/** Begins to read, and lets ten seconds pass after each of the changes to the reader. */
async function begin(path: string, person: Session, changes: string[]): Promise<IncomingMessage> {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const request = get({ host: address.address, port: address.port, path, headers: { authorization: person.token }, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  response.pause();
  for (const change of changes) {
    await query(change, [person.userId]);
    vi.advanceTimersByTime(10_000);
    // Nothing more happens if the transfer goes on.
    await wait(500);
  }
  return response;
}

async function expectEnded(path: string, person: Session, changes: string[]): Promise<void> {
  const response = await begin(path, person, changes);
  response.on('error', () => undefined);
  // On a busy machine the check after the last change may still wait for the one before it.
  const isOver = async () => (vi.advanceTimersByTime(10_000), (await connections()) === 0);
  await until(isOver).finally(() => response.destroy());
}

async function expectWhole(path: string, person: Session, changes: string[]): Promise<void> {
  const response = await begin(path, person, changes);
  let bytes = 0;
  for await (const piece of response) bytes += (piece as Buffer).length;
  expect(bytes).toBe(size);
}

it.each([
  ['is disabled', disable],
  ['is signed out', signOut],
])('a download of a file ends once its reader %s', async (_what, change) => {
  const person = await app.userWith({});
  const { filePath } = await bigFile(person);
  await expectEnded(filePath, person, [change]);
});

it('a download of somebody else’s file ends once its reader has lost the right', async () => {
  const [owner, reader] = [await app.userWith({}), await app.userWith({ 'sys/file': ['read'] })];
  const { id } = await bigFile(owner);
  const { data } = await app.call<{ filePath: string }>(reader.token, 'GET', `sys/file/select/${id}`);
  await expectEnded(data.filePath, reader, [takeRoles]);
});

it.each([
  ['is disabled', disable],
  ['is signed out', signOut],
  ['has lost the right', takeRoles],
])('a download of an export ends once its reader %s', async (_what, change) => {
  const person = await app.userWith({ 'sys/dict': ['read', 'export'] });
  const id = await bigExport(person);
  await expectEnded(`/api/sys/export/download/${id}`, person, [change]);
});

it('a transfer goes on while its reader locks the screen and uses nothing else, and ends if they are disabled then', async () => {
  const person = await app.userWith({});
  const { filePath } = await bigFile(person);
  await expectWhole(filePath, person, [lock, unused, unusedAndEnded]);
  const [again, other] = [await app.userWith({}), await app.userWith({ 'sys/dict': ['read', 'export'] })];
  await expectEnded((await bigFile(again)).filePath, again, [unusedAndEnded, disable]);
  await expectWhole(`/api/sys/export/download/${await bigExport(other)}`, other, [unusedAndEnded]);
});

const newPassword = `UPDATE sys_user SET password_time = now() WHERE id = $1`;
const mustChoose = `UPDATE sys_user SET password_once = true WHERE id = $1`;
const mustSetUp = `UPDATE sys_user SET two_step_required = '是' WHERE id = $1`;
const closedMeanwhile = `UPDATE sys_user SET closed_time = now() WHERE id = $1`;

it.each([
  ['the right is taken', takeRoles],
  ['the password is reset', newPassword],
  ['the account was closed, though it is open again', closedMeanwhile],
  ['its reader must choose a password first', mustChoose],
  ['its reader must set up a second factor first', mustSetUp],
])('a transfer whose session expired unused ends once %s', async (_what, change) => {
  const [owner, reader] = [await app.userWith({}), await app.userWith({ 'sys/file': ['read'] })];
  const { id } = await bigFile(owner);
  const { data } = await app.call<{ filePath: string }>(reader.token, 'GET', `sys/file/select/${id}`);
  await expectEnded(data.filePath, reader, [unusedAndEnded, change]);
});

it('a download of an export whose session expired unused ends once the right is taken', async () => {
  const person = await app.userWith({ 'sys/dict': ['read', 'export'] });
  await expectEnded(`/api/sys/export/download/${await bigExport(person)}`, person, [unusedAndEnded, takeRoles]);
});
