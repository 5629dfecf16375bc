import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { id3Of, jpegOf, jpegSegment, mp3Of, mp4Box, mp4Of, pdfOf, pngChunk, pngOf, wavOf, zipOf } from '../testing/file-samples.ts';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { sendFile } from '@back-office/app/testing/server/uploads.ts';

/* Files that begin as one type and continue as another, and files that cameras, printers and programs really make (docs/hardening.md D12, D13). */
let app: TestApp;
let me: Session;
beforeAll(async () => {
  app = await openTestApp();
  me = await app.userWith({});
});
afterAll(() => app.drop());

const upload = (name: string, bytes: Buffer, pieces = 1) =>
  sendFile(app, me.token, { name, bytes, size: Math.ceil(bytes.length / pieces) });
const join = (...parts: (Buffer | string)[]): Buffer => Buffer.concat(parts.map((part) => Buffer.from(part as string, 'latin1')));
const page = '<!DOCTYPE html><html><body><script>alert(1)</script></body></html>';
const jar = zipOf(['META-INF/MANIFEST.MF', 'Evil.class']);
const [png, jpeg, mp3, wav, mp4] = [pngOf(4, 4), jpegOf(40, 30), mp3Of(20), wavOf(randomBytes(500)), mp4Of(randomBytes(300))];
const pngStart = png.subarray(0, 33);
const pngEnd = png.subarray(33);
const flv = join('FLV\x01\x05\0\0\0\x09\0\0\0\0', '\x12\0\0\x04\0\0\0\0\0\0\0', 'meta', '\0\0\0\x0f');

describe('the content check refuses, in one piece and in three,', () => {
  it.each<[string, string, Buffer]>([
    ['an HTML page after the signature of a JPEG', 'a.jpg', join('\xff\xd8\xff', page)],
    ['an HTML page after a segment of a JPEG', 'a.jpg', join(jpeg.subarray(0, 20), page)],
    ['an HTML page in the comment of a JPEG', 'a.jpg', jpegOf(40, 30, { more: [jpegSegment(0xfe, Buffer.from(page))] })],
    ['an HTML page in the scan of a JPEG', 'a.jpg', join(jpeg.subarray(0, -2), page, '\xff\xd9')],
    ['an HTML page after the end of a JPEG', 'a.jpg', join(jpeg, '\n\n', page)],
    ['an HTML tag after the end of a JPEG', 'a.jpg', join(jpeg, '\0\0 <b onmouseover=alert(1)>x</b>')],
    ['an archive after a JPEG', 'a.jpg', join(jpeg, jar)],
    ['a JPEG without a frame', 'a.jpg', join(jpeg.subarray(0, 20), jpegSegment(0xda, Buffer.alloc(6)), randomBytes(100))],
    ['an HTML page after the signature of a PNG', 'a.png', join(png.subarray(0, 8), page)],
    ['an HTML page after the header of a PNG', 'a.png', join(pngStart, page)],
    ['an HTML page in a text chunk of a PNG', 'a.png', join(pngStart, pngChunk('tEXt', Buffer.from(`Comment\0${page}`)), pngEnd)],
    ['an HTML page after a PNG', 'a.png', join(png, page)],
    ['an archive after a PNG', 'a.png', join(png, jar)],
    ['a PNG without data', 'a.png', join(pngStart, pngChunk('IEND', Buffer.alloc(0)))],
    ['a PNG whose header is damaged', 'a.png', join(png.subarray(0, 30), 'xxx', pngEnd)],
    ['an HTML page after the signature of a PDF', 'a.pdf', join('%PDF-1.7\n', page)],
    ['an HTML page before a PDF', 'a.pdf', join(page, pdfOf(400))],
    ['an HTML page before the first object of a PDF', 'a.pdf', join('%PDF-1.7\n', page, pdfOf(400).subarray(9))],
    [
      'an HTML page in place of the second object of a PDF',
      'a.pdf',
      join(pdfOf(400).subarray(0, 27), '% x\n', page, pdfOf(400).subarray(27)),
    ],
    ['an HTML page after a PDF', 'a.pdf', join(pdfOf(400), '\n', page)],
    ['an archive after a PDF', 'a.pdf', join(pdfOf(400), jar)],
    ['a PDF without an end', 'a.pdf', pdfOf(400).subarray(0, 300)],
    ['an HTML page after an ID3 tag', 'a.mp3', join(id3Of(Buffer.alloc(20)), page)],
    ['an HTML page after the header of an MP3 frame', 'a.mp3', join('\xff\xfb\x90\0', page)],
    ['an HTML page in an ID3 tag', 'a.mp3', join(id3Of(Buffer.from(`COMM\0\0\0\x50\0\0${page}`)), mp3)],
    ['an HTML page between frames of an MP3', 'a.mp3', join(mp3, page, mp3)],
    ['an archive after an MP3', 'a.mp3', join(mp3, jar)],
    ['an HTML page in place of the format of a WAV', 'a.wav', join('RIFF\x50\0\0\0WAVE', page)],
    ['an HTML page in place of the samples of a WAV', 'a.wav', wavOf(Buffer.from(page))],
    ['an HTML page after the signature of an MP4', 'a.mp4', join('\0\0\0\x10ftypisom\0\0\0\0', page)],
    ['an MP4 without a description of its tracks', 'a.mp4', mp4.subarray(0, 16)],
    ['an HTML page in a free box of an MP4', 'a.mp4', join(mp4, mp4Box('free', Buffer.from(page)))],
    ['an HTML page after an MP4', 'a.mp4', join(mp4, page)],
    ['an HTML page after the header of an FLV', 'a.flv', join(flv.subarray(0, 13), page)],
    ['an HTML page in packets of an MPEG transport stream', 'a.ts', join('G', page.padEnd(187), 'G', page.padEnd(187))],
    ['an HTML page after the signature of an icon', 'a.ico', join('\0\0\x01\0\x01\0', page)],
    ['an HTML page after the signature of a playlist', 'a.m3u8', join('#EXTM3U\n', page)],
    ['an HTML tag in place of a file name in a playlist', 'a.m3u8', join('#EXTM3U\n<b onclick=x>')],
  ])('%s', async (_what, name, bytes) => {
    for (const pieces of [1, 3]) {
      const { code, message } = await upload(name, bytes, pieces);
      expect([code, message]).toEqual([40000, expect.stringMatching(/^文件内容与扩展名 \.\w+ 不符，或文件已损坏$|^播放列表只能/)]);
    }
  });
});

describe('the content check accepts', () => {
  const exif = jpegSegment(0xe1, join('Exif\0\0', jpegOf(4, 4)));
  it.each<[string, string, Buffer]>([
    ['a JPEG with an embedded preview', 'a.jpg', jpegOf(40, 30, { more: [exif, jpegSegment(0xe2, randomBytes(60_000))] })],
    ['a JPEG with fill bytes', 'a.jpg', join(jpeg.subarray(0, 2), '\xff\xff', jpeg.subarray(2))],
    ['a second JPEG after the first, as phones write it', 'a.jpg', jpegOf(40, 30, { behind: jpegOf(80, 60) })],
    ['an MP4 after a JPEG', 'a.jpg', jpegOf(40, 30, { behind: mp4 })],
    ['zeros after a JPEG', 'a.jpg', jpegOf(40, 30, { behind: Buffer.alloc(5000) })],
    ['a truncated JPEG', 'a.jpg', jpeg.subarray(0, -50)],
    ['XMP in a JPEG', 'a.jpg', jpegOf(40, 30, { more: [jpegSegment(0xe1, Buffer.from('<?xpacket begin=""?><x:xmpmeta/>'))] })],
    ['remains of a larger picture after a PNG', 'a.png', join(png, pngEnd, randomBytes(3000))],
    ['a PNG truncated in its data', 'a.png', png.subarray(0, 43)],
    ['a PNG with the private chunks of a program', 'a.png', join(pngStart, pngChunk('prVW', randomBytes(70_000)), pngEnd)],
    ['printer commands before a PDF', 'a.pdf', join('\x1b%-12345X@PJL JOB\r\n'.padEnd(1000), pdfOf(300))],
    ['printer commands and zeros after a PDF', 'a.pdf', join(pdfOf(300), '\r\n\x1b%-12345X@PJL EOJ\r\n', Buffer.alloc(4000))],
    [
      'a PDF form, whose streams are XML',
      'a.pdf',
      join(
        pdfOf(100).subarray(0, 27),
        '2 0 obj<</Length 50>>stream\n<body xmlns="http://www.w3.org/1999/xhtml"> <p>\nendstream endobj',
        pdfOf(99),
      ),
    ],
    [
      'an MP3 with a tag before and after it',
      'a.mp3',
      join(id3Of(join('TIT2\0\0\0\x03\0\0\0x', Buffer.alloc(2000))), mp3, 'TAG'.padEnd(128, '\0')),
    ],
    ['an MP3 of two frames', 'a.mp3', mp3Of(2)],
    ['padding between an ID3 tag and the first frame of an MP3', 'a.mp3', join(id3Of(Buffer.alloc(10)), Buffer.alloc(3000), mp3)],
    ['a WAV with lists and without a length', 'a.wav', join(wav.subarray(0, 36), 'LIST\x04\0\0\0INFO', 'data\0\0\0\0', randomBytes(999))],
    [
      'an MP4 with a free box and bytes after it',
      'a.mp4',
      join(mp4Box('ftyp', Buffer.alloc(8)), mp4Box('free', Buffer.alloc(9)), mp4.subarray(16), '\0\0\0'),
    ],
    ['an MP4 whose last box has no length', 'a.mp4', join(mp4.subarray(0, 48), '\0\0\0\0mdat', randomBytes(400))],
    ['an FLV with one tag', 'a.flv', flv],
  ])('%s', async (_what, name, bytes) => {
    expect((await upload(name, bytes)).code).toBe(20000);
    expect((await upload(name, bytes, 3)).code).toBe(20000);
  });
});

describe('a document is refused', () => {
  const docx = ['[Content_Types].xml', 'word/document.xml'];
  const zeros = (bytes: number) => deflateRawSync(Buffer.alloc(bytes));
  const entry = (packed: Buffer, size: number, name = 'x.xml') => ({ name, packed, size });

  it('if it has more than 10,000 entries', async () => {
    const many = (count: number) => zipOf([...docx, ...Array.from({ length: count - 2 }, (_, at) => `${at}`)]);
    expect((await upload('a.docx', many(10_000))).code).toBe(20000);
    expect((await upload('a.docx', many(10_001))).message).toBe('文档内的文件不能超过 10,000 个');
    // The end record counts fewer entries than there are.
    expect((await upload('a.docx', zipOf([...docx, 'more'], 2))).code).toBe(40000);
  });

  it('if it unpacks to more than 2 GB in total', async () => {
    const entries = Array.from({ length: 3 }, (_, at) => entry(randomBytes(4_000_000), 700 * 1024 ** 2, `${at}`));
    expect((await upload('a.docx', zipOf([...docx, ...entries]))).message).toBe('文档解压后不能超过 2G');
  });

  it('if one entry unpacks to more than 200 times its size', async () => {
    const text = deflateRawSync(randomBytes(500_000));
    expect((await upload('a.docx', zipOf([...docx, entry(text, 500_000)]))).code).toBe(20000);
    expect((await upload('a.docx', zipOf([...docx, entry(zeros(1_000_000), 1_000_000)]))).message).toMatch(
      /^文档内有压缩超过 200 倍的内容/,
    );
  });

  it('if an entry unpacks to more than it declares', async () => {
    expect((await upload('a.docx', zipOf([...docx, entry(zeros(80_000_000), 100_000)]))).code).toBe(40000);
  });

  it('if it contains macros, with a message that says so', async () => {
    expect((await upload('a.docx', zipOf([...docx, 'word/vbaProject.bin']))).message).toBe('文档含有宏，请另存为不含宏的文档');
  });
});
