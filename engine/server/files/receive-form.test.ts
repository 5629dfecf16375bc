import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { formOf, formType, type SentChunk } from '@back-office/app/testing/server/uploads.ts';
import { pngOf } from '../testing/file-samples.ts';

let app: TestApp;
let me: Session;
beforeAll(async () => {
  app = await openTestApp();
  me = await app.userWith({});
});
afterAll(() => app.drop());

const stored = async (): Promise<string[]> =>
  (await readdir(app.database.dataDir, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !`${entry.parentPath}/`.includes('/database/'))
    .map(({ name }) => name);

/** An upload whose form has these bytes wherever the chunk says `GBK`. */
const upload = (sent: Partial<SentChunk>, bytes: Buffer) => {
  const chunk = { name: '报告.png', bytes: pngOf(4, 4), ...sent, fields: { totalChunks: 1, currentChunk: 0, ...sent.fields } };
  const [before = '', ...rest] = formOf(chunk).toString('latin1').split('GBK');
  const body = Buffer.concat([Buffer.from(before, 'latin1'), ...rest.flatMap((text) => [bytes, Buffer.from(text, 'latin1')])]);
  return app.call(me.token, 'POST', 'file/upload', body, { headers: { 'content-type': formType } });
};

it.each<[string, Partial<SentChunk>]>([
  ['file name', { name: 'GBK.png' }],
  ['file name of a file before its fields', { name: 'GBK.png', fileFirst: true }],
  ['field', { fields: { fileAlias: 'GBK' } }],
  ['field after the file', { fields: { fileAlias: 'GBK' }, fileFirst: true }],
  ['name of a field', { fields: { GBK: 'a' } }],
])('a form with a %s that is not UTF-8 is malformed and leaves nothing behind', async (_what, sent) => {
  const before = [await app.digest(), await stored()];
  // 报告 in GBK, and the first two of the three bytes of 报 in UTF-8.
  for (const bytes of [Buffer.from([0xb1, 0xa8, 0xb8, 0xe6]), Buffer.from('报').subarray(0, 2)])
    expect(await upload(sent, bytes)).toMatchObject({ status: 400, code: 40010, message: '请求格式错误' });
  expect([await app.digest(), await stored()]).toEqual(before);
});

it('a form in UTF-8 keeps its characters', async () => {
  const sent = { name: 'GBK.png', fields: { fileAlias: 'GBK' } };
  expect(await upload(sent, Buffer.from('报告😀'))).toMatchObject({ code: 20000, data: { fileName: '报告😀.png', fileAlias: '报告😀' } });
});
