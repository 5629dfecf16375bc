import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { fetchPath, sendFile } from '@back-office/app/testing/server/uploads.ts';

/* The video types besides mp4 that the gallery shows (docs/spec.md 9), made by ffmpeg (e2e/fixtures). */
let app: TestApp;
let me: Session;
beforeAll(async () => {
  app = await openTestApp();
  me = await app.userWith({});
});
afterAll(() => app.drop());

const fixture = (name: string): Promise<Buffer> => readFile(join(import.meta.dirname, '../../../e2e/fixtures', name));
const upload = async (name: string, bytes: Buffer) => sendFile(app, me.token, { name, bytes, size: Math.ceil(bytes.length / 2) });

it.each([
  ['clip.flv', 'clip.flv', 'video/x-flv'],
  ['clip.m3u8', 'clip.m3u8', 'application/vnd.apple.mpegurl'],
  ['clip.ts', 'clip.mpegts', 'video/mp2t'],
])('%s is accepted as its own type and as no other', async (name, from, type) => {
  const bytes = await fixture(from);
  const { code, data } = await upload(name, bytes);
  expect([code, data?.fileName]).toEqual([20000, name]);
  const got = await fetchPath(app, data.filePath);
  expect([got.headers['content-type'], got.bytes.equals(bytes)]).toEqual([type, true]);
  for (const other of ['clip.flv', 'clip.m3u8', 'clip.ts', 'clip.mp4'].filter((one) => one !== name))
    expect(await upload(other, bytes)).toMatchObject({ code: 40000, message: expect.stringMatching(/^文件内容与扩展名/) as string });
});

const playlist = (...lines: string[]): Buffer => Buffer.from(['#EXTM3U', '#EXTINF:2,', ...lines, ''].join('\r\n'));

it('a playlist may reference files beside it, whatever their names', async () => {
  const lines = ['#EXT-X-MAP:URI="开头.mp4"', '片段 1.ts', '%E7%89%87.ts'];
  expect((await upload('a.m3u8', playlist(...lines))).code).toBe(20000);
});

it.each([
  'http://10.0.0.1/a.ts',
  '//evil.example/a.ts',
  'file:///etc/passwd',
  '/api/sys/user/select-page',
  '../a.ts',
  '..%2fa.ts',
  'a.ts?x=1',
  'data:text/plain,x',
  '#EXT-X-KEY:METHOD=AES-128,URI="https://evil.example/key"',
  '#EXT-X-MAP:BYTERANGE="1@0",URI="/files/1/a.mp4"',
])('a playlist that references another location is refused: %s', async (line) => {
  expect(await upload('a.m3u8', playlist('a.ts', line))).toMatchObject({
    code: 40000,
    message: expect.stringMatching(/^播放列表只能引用同一处的文件/) as string,
  });
});

it('a playlist of more than a megabyte is refused', async () => {
  const long = playlist(...Array.from({ length: 3000 }, (_line, at) => `${'a'.repeat(400)}${at}.ts`));
  expect(await upload('a.m3u8', long)).toMatchObject({ code: 40000, message: '播放列表不能超过1M' });
});

it('a playlist that is not text is refused', async () => {
  for (const bytes of [Buffer.from('#EXTM3U\n\0'), Buffer.concat([Buffer.from('#EXTM3U\n'), Buffer.from([0xff, 0xfe, 0xc0])])])
    expect((await upload('a.m3u8', bytes)).code).toBe(40000);
});

it('an icon is accepted as a viewable image, without a thumbnail of its own', async () => {
  const icon = Buffer.from(`0000010001000101000001002000300000001600000028${'00'.repeat(47)}`, 'hex');
  const { code, data } = await upload('站点.ico', icon);
  expect([code, data?.fileType, data?.thumbnailPath]).toEqual([20000, 'ico', null]);
  expect((await fetchPath(app, data.filePath)).headers['content-type']).toBe('image/x-icon');
  // A cursor, and an icon without an image.
  for (const head of ['000002000100', '000001000000'])
    expect((await upload('a.ico', Buffer.from(`${head}${'00'.repeat(20)}`, 'hex'))).code).toBe(40000);
});
