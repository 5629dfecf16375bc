import { randomBytes, randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jpegOf, mp3Of, mp4Of, oleOf, pdfOf, pngOf, wavOf, zipOf } from '../testing/file-samples.ts';
import { threadTime } from '../testing/thread-time.ts';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { fetchPath, formOf, formType, sendChunk, sendFile } from '@back-office/app/testing/server/uploads.ts';

/* Requests that are no upload, or not the upload they claim to be (docs/hardening.md D10 to D14, D16 to D22, D30, D32). */
let app: TestApp;
let me: Session;
beforeAll(async () => {
  app = await openTestApp();
  me = await app.userWith({});
});
afterAll(() => app.drop());

const format = /^文件格式只支持 jpeg、jpg、png、/;
const stored = async (): Promise<string[]> =>
  (await readdir(app.database.dataDir, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !`${entry.parentPath}/`.includes('/database/'))
    .map(({ name, parentPath }) => join(parentPath, name));
const upload = (name: string, bytes: Buffer) => sendChunk(app, me.token, { name, bytes, fields: { totalChunks: 1, currentChunk: 0 } });
const post = (body: Buffer, headers: Record<string, string> = {}) =>
  app.call(me.token, 'POST', 'file/upload', body, { headers: { 'content-type': formType, ...headers } });

describe('a file name', () => {
  it.each([
    'a.html',
    'a.svg',
    'a.htm',
    'a.xhtml',
    'a.xml',
    'a.js',
    'a.mjs',
    'a.php',
    'a.jsp',
    'a.exe',
    'a.sh',
    'a.zip',
    'a.HTML',
    'a.docm',
    'a.jpg.html',
    'a.html.jpg',
    'a.jpg%00.html',
    'a.jpg;.html',
    'a.html.',
    'a.html ',
    'a.png.',
    'noextension',
    '.htaccess',
    '...',
    'CON',
    '\u202egnp.exe',
    'a\u202e.png',
    'a\u0000.png',
    'a\nb.png',
    'a\u200b.png',
    '',
    '.',
    '..',
    'a.png/..',
    `${'a'.repeat(300)}.exe`,
  ])('that is not allowed is refused with the specified message and leaves nothing behind: %j', async (name) => {
    const before = await stored();
    const { code, message } = await upload(name, pngOf(4, 4));
    expect(code).toBe(40000);
    expect(message).toMatch(format);
    expect(await stored()).toEqual(before);
  });

  it.each([
    ['../../x.png', 'x.png'],
    ['..\\..\\x.png', 'x.png'],
    ['/etc/x.png', 'x.png'],
    ['C:\\x.png', 'x.png'],
    ['....//x.png', 'x.png'],
    ['%2e%2e%2fx.png', '%2e%2e%2fx.png'],
    ['CON.png', 'CON.png'],
    ['-rf.png', '-rf.png'],
    ['a|b.png', 'a|b.png'],
    ['123|x.png', '123|x.png'],
    ['报告 "终稿" <b>.PNG', '报告 "终稿" <b>.PNG'],
  ])('is never treated as a path: %j is kept as %j', async (name, kept) => {
    const { code, data } = await upload(name, pngOf(4, 4));
    expect([code, data.fileName, data.fileType]).toEqual([20000, kept, 'png']);
    const strange = (await stored()).filter((path) => !/\/files\/[0-9a-f]{2}\/[0-9a-f]{32}$/.test(path));
    expect(strange.filter((path) => !path.includes('/.'))).toEqual([]);
    const { headers } = await fetchPath(app, data.filePath);
    expect(headers['content-disposition']).toMatch(/^inline; filename="[\w. ()-]*"; filename\*=UTF-8''[\w.%-]+$/);
  });

  it('longer than 255 characters is refused', async () => {
    expect((await upload(`${'名'.repeat(252)}.png`, pngOf(4, 4))).code).toBe(40000);
    expect((await upload(`${'名'.repeat(251)}.png`, pngOf(4, 4))).code).toBe(20000);
  });

  it('that begins with the id of another user’s upload never starts a new upload', async () => {
    const other = await app.userWith({});
    const { data } = await sendChunk(app, other.token, { name: 'x.pdf', bytes: pdfOf(99), fields: { totalChunks: 2, currentChunk: 0 } });
    for (const name of [`${data.id}|x.pdf`, `${randomUUID()}|x.pdf`, `${data.id.toUpperCase()}|x.pdf`])
      expect((await upload(name, pdfOf(99))).code).toBe(40400);
    expect((await app.call(other.token, 'GET', `file/upload/${data.id}`)).data).toMatchObject({ received: [0] });
  });
});

describe('file content', () => {
  const png = pngOf(4, 4);
  const docx = ['[Content_Types].xml', 'word/document.xml'];
  it.each<[string, Buffer, boolean]>([
    ['a.png', png, true],
    ['a.jpg', png, false],
    ['a.png', Buffer.from('<html><script>alert(1)</script></html>'), false],
    ['a.jpg', jpegOf(40, 30), true],
    // Truncated, but still an image: it is served as one, and cannot be anything else.
    ['a.png', png.subarray(0, 45), true],
    ['a.jpg', jpegOf(40, 30).subarray(0, 150), true],
    // No reader of the type accepts these.
    ['a.png', Buffer.concat([png.subarray(0, 8), randomBytes(60)]), false],
    ['a.jpg', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xda]), Buffer.alloc(60, 7)]), false],
    ['a.pdf', pdfOf(100), true],
    ['a.pdf', png, false],
    ['a.mp3', mp3Of(3), true],
    ['a.wav', wavOf(randomBytes(50)), true],
    ['a.mp4', mp4Of(randomBytes(50)), true],
    ['a.mp4', randomBytes(50), false],
    ['a.docx', zipOf(docx), true],
    ['a.xlsx', zipOf(docx), false],
    ['a.xlsx', zipOf(['[Content_Types].xml', 'xl/workbook.xml']), true],
    ['a.pptx', zipOf(['[Content_Types].xml', 'ppt/presentation.xml']), true],
    ['a.docx', zipOf([...docx, 'word/vbaProject.bin']), false],
    ['a.docx', zipOf(['x.html']), false],
    ['a.docx', zipOf(docx).subarray(0, 60), false],
    ['a.docx', oleOf(['EncryptionInfo', 'EncryptedPackage']), true],
    ['a.docx', oleOf(['WordDocument']), false],
    ['a.doc', oleOf(['WordDocument']), true],
    ['a.xls', oleOf(['Workbook']), true],
    ['a.xls', oleOf(['WordDocument']), false],
    ['a.ppt', oleOf(['PowerPoint Document']), true],
    ['a.doc', zipOf(docx), false],
    ['a.png', pngOf(30_000, 30_000), false],
    ['a.png', pngOf(0, 0), false],
    ['a.png', pngOf(7000, 7000), true],
  ])('is checked against the extension: %s (%#)', async (name, bytes, good) => {
    const before = await stored();
    expect((await upload(name, bytes)).code).toBe(good ? 20000 : 40000);
    if (!good) expect(await stored()).toEqual(before);
    const inPieces = await sendFile(app, me.token, { name, bytes, size: Math.ceil(bytes.length / 3) });
    expect(inPieces.code).toBe(good ? 20000 : 40000);
  });

  it('from which no thumbnail can be made is still served', async () => {
    const { data } = await upload('a.png', Buffer.concat([pngOf(100, 100).subarray(0, 41), randomBytes(30)]));
    expect((await fetchPath(app, data.thumbnailPath ?? '')).status).toBe(404);
    const served = await fetchPath(app, data.filePath);
    expect([served.status, served.headers['content-type'], served.headers['x-content-type-options']]).toEqual([
      200,
      'image/png',
      'nosniff',
    ]);
  });
});

describe('an upload beyond a limit', () => {
  const part = (name: string, totalChunks: number, currentChunk: number, fields = {}) => ({
    name,
    bytes: pdfOf(100),
    fields: { totalChunks, currentChunk, ...fields },
  });

  it('is refused by its announced size, before its body is read', async () => {
    const { status, code } = await post(formOf(part('a.pdf', 1, 0)), { 'content-length': String(200 * 1024 * 1024) });
    expect([status, code]).toEqual([413, 41300]);
    const big = { name: 'a.pdf', bytes: pdfOf(1024 * 1024), fields: { totalChunks: 2000, currentChunk: 0 } };
    const { code: total, message } = await sendChunk(app, me.token, big);
    expect([total, message]).toEqual([41300, '文件大小不能超过1024M！']);
  });

  it('is refused as the twenty-first unfinished one, even among concurrent requests', async () => {
    const eager = await app.userWith({});
    const answers = await Promise.all(Array.from({ length: 23 }, () => sendChunk(app, eager.token, part('a.pdf', 2, 0))));
    expect(answers.filter(({ code }) => code === 20000).length).toBe(20);
    expect(answers.filter(({ code }) => code === 42900).length).toBe(3);
  });

  it('is refused as the tenth file of one place, even among concurrent requests', async () => {
    const place = { otcId: randomUUID(), otcType: 'album' };
    const answers = await Promise.all(Array.from({ length: 12 }, (_one, at) => sendChunk(app, me.token, part(`${at}.pdf`, 1, 0, place))));
    expect(answers.filter(({ code }) => code === 20000).length).toBe(9);
    expect(answers.find(({ code }) => code !== 20000)).toMatchObject({ code: 40000, message: '文件超出限制！' });
  });
});

describe('an upload form', () => {
  const good = formOf({ name: 'a.pdf', bytes: pdfOf(300), fields: { totalChunks: 1, currentChunk: 0 } });
  const text = good.toString('latin1');
  const head = text.slice(0, text.indexOf('\r\n'));
  const formWith = (disposition: string, body = 'x'): Buffer =>
    Buffer.from(`${head}\r\nContent-Disposition: ${disposition}\r\n\r\n${body}\r\n${head}--\r\n`);

  it.each<[string, Buffer, Record<string, string>?]>([
    ['no boundary', good, { 'content-type': 'multipart/form-data' }],
    ['an empty boundary', good, { 'content-type': 'multipart/form-data; boundary=' }],
    ['another boundary', good, { 'content-type': 'multipart/form-data; boundary=other' }],
    ['no closing boundary', good.subarray(0, good.length - 30)],
    ['an empty body', Buffer.alloc(0)],
    ['no file', formWith('form-data; name="totalChunks"', '1')],
    ['a part without a name', formWith('form-data; filename="a.pdf"')],
    ['a part without Content-Disposition', Buffer.from(`${head}\r\nX: y\r\n\r\nx\r\n${head}--\r\n`)],
    ['a file in a field of another name', formWith('form-data; name="other"; filename="a.pdf"')],
    ['two files', Buffer.concat([good.subarray(0, good.length - head.length - 4), good])],
    ['a file name of 1 MB', formWith(`form-data; name="chunk"; filename="a${'\\'.repeat(1_000_000)}.pdf"`)],
    ['a file name in a bad encoding', formWith(`form-data; name="chunk"; filename*=UTF-8''%ff.pdf`)],
    [
      'a field given twice',
      Buffer.from(text.replace(head, `${head}\r\nContent-Disposition: form-data; name="totalChunks"\r\n\r\n1\r\n${head}`), 'latin1'),
    ],
    ['10,000 parts', Buffer.from(`${`${head}\r\nContent-Disposition: form-data; name="x"\r\n\r\n1\r\n`.repeat(10_000)}${head}--\r\n`)],
  ])('with %s is malformed', async (_what, body, headers) => {
    const before = await stored();
    const begin = threadTime();
    expect((await post(body, headers)).code).toBe(40010);
    expect(threadTime() - begin).toBeLessThan(1000);
    expect(await stored()).toEqual(before);
  });

  it('of another content type, JSON included, is malformed', async () => {
    for (const type of ['application/json', 'text/plain', 'application/octet-stream'])
      expect((await post(Buffer.from('{}'), { 'content-type': type })).code).toBe(40010);
  });

  it('with bytes flipped, cut or doubled never causes a server error', async () => {
    const change = fc.record({ at: fc.nat(good.length - 1), value: fc.nat(255), how: fc.constantFrom('flip', 'cut', 'double') });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 5 }), async (changes) => {
        let body = Buffer.from(good);
        for (const { at, value, how } of changes) {
          if (how === 'flip') body[Math.min(at, body.length - 1)] = value;
          // From where the rest goes on: after bytes that are left out, or before bytes that come again.
          const rest = how === 'cut' ? at + value : Math.max(0, how === 'double' ? at - value : at);
          body = Buffer.concat([body.subarray(0, at), body.subarray(rest)]);
        }
        expect([20000, 40000, 40010, 40400]).toContain((await post(body)).code);
      }),
      { numRuns: 300 },
    );
  });
});
