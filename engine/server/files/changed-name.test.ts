import { afterAll, beforeAll, expect, it } from 'vitest';
import { pdfOf } from '../testing/file-samples.ts';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { sendChunk } from '@back-office/app/testing/server/uploads.ts';

/* Later chunks are named `{id}|` and the name of the first one (docs/wire.md "Files"). */
let app: TestApp;
let me: Session;
beforeAll(async () => {
  app = await openTestApp();
  me = await app.userWith({});
});
afterAll(() => app.drop());

it('a chunk with a different file name from the first chunk’s is refused, and the upload can continue', async () => {
  const bytes = pdfOf(4000);
  const [first, last] = [bytes.subarray(0, 2000), bytes.subarray(2000)];
  const fields = { totalChunks: 2, currentChunk: 0 };
  const { data } = await sendChunk(app, me.token, { name: '甲|乙.pdf', bytes: first, fields });
  const next = (name: string) =>
    sendChunk(app, me.token, { name: `${data.id}|${name}`, bytes: last, fields: { ...fields, currentChunk: 1 } });
  const before = await app.digest();
  for (const name of ['甲|丙.pdf', '乙.pdf', '甲|乙.PDF', '甲|乙.pdf '])
    expect(await next(name), name).toMatchObject({ code: 40000, data: { fields: [{ field: 'chunk' }] } });
  for (const name of ['', 'x.png', 'x.html']) expect((await next(name)).code, name).toBe(40000);
  expect(await app.digest()).toBe(before);
  expect(await next('甲|乙.pdf')).toMatchObject({ code: 20000, data: { fileName: '甲|乙.pdf' } });
});
