import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileRecord, ViewerLink } from '@back-office/contract/calls/file.ts';
import { mp4Of, oleOf, pdfOf, pngOf } from '../testing/file-samples.ts';
import { openTestApp, type Session, type TestApp, userPassword } from '@back-office/app/testing/server/test-app.ts';
import { fetchPath, sendFile } from '@back-office/app/testing/server/uploads.ts';

/* Signed paths, which need no header: what they open, for how long, and for whom (docs/hardening.md F01, F02, F04, F09). */
let app: TestApp;
let me: Session;
let now = new Date();
let file: FileRecord;
beforeAll(async () => {
  app = await openTestApp({ clock: () => now, officeViewer: 'https://viewer.example.com/?src={url}' });
  me = await app.userWith({});
  file = (await sendFile(app, me.token, { name: '照片.png', bytes: pngOf(30, 20, 5000) })).data;
});
afterAll(() => app.drop());

const statusOf = async (path: string, headers = {}): Promise<number> => (await fetchPath(app, path, headers)).status;
const changed = (change: (query: URLSearchParams) => void, path = file.filePath): string => {
  const [way = '', query = ''] = path.split('?');
  const search = new URLSearchParams(query);
  change(search);
  return `${way}?${search.toString()}`;
};

describe('a signed path', () => {
  it('opens its file in full, by range and by HEAD, whatever file name or parameter order is requested', async () => {
    const whole = await fetchPath(app, file.filePath);
    expect(whole.status).toBe(200);
    expect(whole.bytes.length).toBe(file.fileSize);
    const head = await fetchPath(app, file.filePath, {}, 'HEAD');
    expect([head.status, head.bytes.length, head.headers['content-length']]).toEqual([200, 0, String(file.fileSize)]);
    const part = await fetchPath(app, file.filePath, { range: 'bytes=100-199' });
    expect([part.status, part.bytes]).toEqual([206, whole.bytes.subarray(100, 200)]);
    const [way = '', query = ''] = file.filePath.split('?');
    expect(await statusOf(`${way}?${query.split('&').toReversed().join('&')}`)).toBe(200);
    expect(await statusOf(`${way.slice(0, way.lastIndexOf('/'))}/other.html?${query}`)).toBe(200);
    expect((await fetchPath(app, `${way.slice(0, way.lastIndexOf('/'))}/x.html?${query}`)).headers['content-type']).toBe('image/png');
  });

  it('answers range and conditional requests as HTTP specifies', async () => {
    const { headers, bytes } = await fetchPath(app, file.filePath);
    const etag = String(headers['etag']);
    const range = async (asked: string, more = {}) => {
      const answer = await fetchPath(app, file.filePath, { range: asked, ...more });
      return [answer.status, answer.headers['content-range'], answer.bytes.length];
    };
    const size = bytes.length;
    expect(await range('bytes=0-0')).toEqual([206, `bytes 0-0/${size}`, 1]);
    expect(await range('bytes=-5')).toEqual([206, `bytes ${size - 5}-${size - 1}/${size}`, 5]);
    expect(await range(`bytes=${size - 1}-`)).toEqual([206, `bytes ${size - 1}-${size - 1}/${size}`, 1]);
    expect(await range(`bytes=${size}-`)).toEqual([416, `bytes */${size}`, 0]);
    expect(await range('bytes=5-9', { 'if-range': etag })).toEqual([206, `bytes 5-9/${size}`, 5]);
    expect(await range('bytes=5-9', { 'if-range': '"other"' })).toEqual([200, undefined, size]);
    for (const odd of ['bytes=9-5', 'bytes=a-b', 'rows=1-2', 'bytes=0-1,3-4', `bytes=${'9'.repeat(400)}-`])
      expect([200, 416]).toContain((await fetchPath(app, file.filePath, { range: odd })).status);
    const same = await fetchPath(app, file.filePath, { 'if-none-match': etag });
    expect((await fetchPath(app, file.filePath, { 'if-none-match': '*' })).status).toBe(304);
    expect([same.status, same.bytes.length]).toEqual([304, 0]);
  });

  it('is refused with an empty answer when anything in it is changed', async () => {
    const other = (await sendFile(app, me.token, { name: 'b.png', bytes: pngOf(3, 3) })).data;
    const [signature = ''] = /(?<=&s=).*$/.exec(file.filePath) ?? [];
    const flipped = (at: number): string => signature.slice(0, at) + (signature[at] === 'A' ? 'B' : 'A') + signature.slice(at + 1);
    const paths = [
      file.filePath.split('?')[0] ?? '',
      changed((query) => query.delete('s')),
      ...[0, 20, 42].map((at) => changed((query) => query.set('s', flipped(at)))),
      changed((query) => query.set('s', `${signature}A`)),
      changed((query) => query.set('s', `${signature}=`)),
      changed((query) => query.set('s', '')),
      changed((query) => query.append('s', signature)),
      changed((query) => query.set('d', 'a')),
      changed((query) => query.set('d', 't')),
      changed((query) => query.set('e', String(Number(query.get('e')) + 1))),
      changed((query) => query.set('u', randomUUID())),
      changed((query) => query.set('x', '1')),
      changed((query) => query.set('y', '1')),
      file.filePath.replace(file.id, other.id),
      file.filePath.replace(file.id, '..%2f..%2fetc'),
      file.filePath.replace(file.id, file.id.toUpperCase()).replace('.png', '.png%00'),
      `/files/${file.id}/x.png?x=${signature}`,
    ];
    for (const path of paths) {
      const { status, bytes } = await fetchPath(app, path);
      expect([path, status < 500 && status >= 400, bytes.includes('PNG')]).toEqual([path, true, false]);
    }
    expect(await statusOf(changed((query) => query.set('d', 'a')))).toBe(403);
    expect(
      (
        await fetchPath(
          app,
          changed((query) => query.set('d', 'a')),
        )
      ).bytes.length,
    ).toBe(0);
  });

  it('expires: after half an hour for an image, after six hours for a video', async () => {
    const film = (await sendFile(app, me.token, { name: 'a.mp4', bytes: mp4Of(Buffer.alloc(16)) })).data;
    const fresh = async () => (await app.call<FileRecord[]>(me.token, 'GET', `file/select?ids=${file.id}`)).data[0]?.filePath;
    expect(await fresh()).toBe(file.filePath);
    const end = (path: string): number => Number(/e=(\d+)/.exec(path)?.[1]) * 1000;
    for (const { filePath } of [file, film]) {
      const start = now;
      now = new Date(end(filePath) - 1);
      expect(await statusOf(filePath)).toBe(200);
      now = new Date(end(filePath));
      expect(await statusOf(filePath)).toBe(403);
      now = start;
    }
    expect(end(film.filePath) - end(file.filePath)).toBe(5.5 * 3600_000);
  });

  it('is refused to other sites, and for uses that would run or frame the file', async () => {
    expect(await statusOf(file.filePath, { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' })).toBe(403);
    for (const use of ['script', 'style', 'worker', 'object', 'embed', 'iframe', 'frame'])
      expect(await statusOf(file.filePath, { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': use })).toBe(403);
    expect(await statusOf(file.filePath, { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' })).toBe(200);
  });
});

describe('the signed paths of a session', () => {
  it('stop working after sign-out, after the account is disabled and after the permission is lost', async () => {
    const again = await app.signIn(me.account, userPassword);
    const own = (await app.call<FileRecord[]>(again.token, 'GET', `file/select?ids=${file.id}`)).data[0]?.filePath ?? '';
    expect(own).not.toBe(file.filePath);
    expect(await statusOf(own)).toBe(200);
    // A path is signed for one session: another session's id does not fit its signature.
    expect(await statusOf(changed((query) => query.set('u', /u=([^&]*)/.exec(own)?.[1] ?? ''), file.filePath))).toBe(403);
    await app.call(again.token, 'GET', 'logout');
    expect([await statusOf(own), await statusOf(file.filePath)]).toEqual([403, 200]);

    const stopped = await app.userWith({});
    const { filePath } = (await sendFile(app, stopped.token, { name: 'a.png', bytes: pngOf(3, 3) })).data;
    expect(await statusOf(filePath)).toBe(200);
    await app.database.pool.query(`UPDATE sys_user SET user_status = '停用' WHERE id = $1`, [stopped.userId]);
    expect(await statusOf(filePath)).toBe(403);

    const reader = await app.userWith({ 'sys/file': ['read'] });
    const seen = (await app.call<FileRecord[]>(reader.token, 'GET', `file/select?ids=${file.id}`)).data[0]?.filePath ?? '';
    expect(await statusOf(seen)).toBe(200);
    await app.database.pool.query(`DELETE FROM sys_user_role WHERE owner_id = $1`, [reader.userId]);
    expect(await statusOf(seen)).toBe(403);
  });
});

it('no signed path works while its user must first change a one-time password', async () => {
  const person = await app.userWith({});
  const { filePath } = (await sendFile(app, person.token, { name: 'a.png', bytes: pngOf(3, 3) })).data;
  await app.database.pool.query('UPDATE sys_user SET password_once = true WHERE id = $1', [person.userId]);
  expect(await statusOf(filePath)).toBe(403);
  await app.database.pool.query('UPDATE sys_user SET password_once = false WHERE id = $1', [person.userId]);
  expect(await statusOf(filePath)).toBe(200);
});

describe('a served file', () => {
  it.each([
    ['a.png', pngOf(3, 3), 'image/png', 'inline'],
    ['a.pdf', pdfOf(99), 'application/pdf', 'attachment'],
    ['a.doc', oleOf(['WordDocument']), 'application/msword', 'attachment'],
    ['"<img src=x>".png', pngOf(3, 3), 'image/png', 'inline'],
  ])('%s is never sniffed, framed or executed', async (name, bytes, type, opens) => {
    const { data } = await sendFile(app, me.token, { name, bytes });
    const { headers } = await fetchPath(app, data.filePath);
    expect(headers).toMatchObject({
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers['content-disposition']).toMatch(new RegExp(`^${opens}; filename="[\\w. ()-]*"; filename\\*=UTF-8''[\\w.%-]+$`));
    expect(decodeURIComponent(String(headers['content-disposition']).split("''")[1] ?? '')).toBe(name);
  });
});

describe('a link for the external viewer', () => {
  const make = (session: Session, id = file.id) => app.call<ViewerLink>(session.token, 'POST', 'file/viewer-link', { id });

  it('opens the file as a download without sign-in, twenty times, for five minutes, while its maker’s session lives', async () => {
    const again = await app.signIn(me.account, userPassword);
    const { path } = (await make(again)).data;
    const first = await fetchPath(app, path, { 'sec-fetch-site': 'cross-site' });
    expect([first.status, first.bytes.length]).toEqual([200, file.fileSize]);
    expect(first.headers['content-disposition']).toMatch(/^attachment/);
    const fetches = await Promise.all(Array.from({ length: 25 }, () => statusOf(path)));
    expect(fetches.filter((status) => status === 200).length).toBe(19);
    const second = (await make(again)).data.path;
    expect(await statusOf(`${second}&e=1`)).toBe(403);
    expect(await statusOf(second.replace(file.id, randomUUID()))).toBe(403);
    await app.database.pool.query(`UPDATE sys_file_link SET expire_time = now()`);
    expect(await statusOf(second)).toBe(403);
    const third = (await make(again)).data.path;
    await app.call(again.token, 'GET', 'logout');
    expect(await statusOf(third)).toBe(403);
  });

  it('is not used up by HEAD requests', async () => {
    const { path } = (await make(me)).data;
    for (let asked = 0; asked < 21; asked += 1) expect((await fetchPath(app, path, {}, 'HEAD')).status).toBe(200);
    expect(await statusOf(path)).toBe(200);
  });

  /** @see docs/postmortems/handed-out-after-the-right-was-gone.md */
  it('opens nothing once its maker may no longer read the file', async () => {
    const reader = await app.userWith({ 'sys/file': ['read'] });
    const { path } = (await make(reader)).data;
    expect(await statusOf(path)).toBe(200);
    await app.database.pool.query('DELETE FROM sys_user_role WHERE owner_id = $1', [reader.userId]);
    expect(await statusOf(path)).toBe(403);
  });

  it('cannot be made by users who may not read the file, and its secret is not stored', async () => {
    const stranger = await app.userWith({});
    for (const id of [file.id, randomUUID(), '../x']) expect((await make(stranger, id)).code).toBe(40400);
    const { path } = (await make(me)).data;
    const token = path.split('x=')[1] ?? expect.fail();
    const { rows } = await app.database.pool.query('SELECT * FROM sys_file_link');
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});
