import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

/**
 * A real image of one colour, of this width and height in pixels, with `extra` random bytes after its end.
 * @example
 * export const large = pngOf(4000, 3000);
 */
export function pngOf(width: number, height: number, extra = 0): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const rows = Math.min(height, 2000) * (1 + Math.min(width, 2000));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(rows))),
    pngChunk('IEND', Buffer.alloc(0)),
    randomBytes(extra),
  ]);
}

/** A chunk of a PNG. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

const pdfHead = Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\n');
const pdfTail = Buffer.from('\ntrailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF');

/** A PDF of one object, followed by random bytes; of fewer than 70 bytes, only its beginning. */
export const pdfOf = (size: number): Buffer =>
  Buffer.concat([pdfHead, randomBytes(Math.max(0, size - pdfHead.length - pdfTail.length)), pdfTail]).subarray(0, size);

/** A segment of a JPEG. */
export function jpegSegment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

/** A JPEG with valid segments whose pixels no decoder draws: `more` comes before its frame, `behind` after its end. */
export function jpegOf(
  width: number,
  height: number,
  { more = [], behind = Buffer.alloc(0) }: { more?: Buffer[]; behind?: Buffer } = {},
): Buffer {
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 1);
  frame.writeUInt16BE(width, 3);
  const scan = Buffer.concat([jpegSegment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])), Buffer.alloc(200, 0x5a)]);
  const begin = [Buffer.from([0xff, 0xd8]), jpegSegment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1'))];
  return Buffer.concat([...begin, ...more, jpegSegment(0xc0, frame), scan, Buffer.from([0xff, 0xd9]), behind]);
}

/** Frames of an MPEG-1 layer III sound, 128 kbit/s, 44.1 kHz. */
export function mp3Of(frames: number): Buffer {
  const frame = Buffer.alloc(417, 0x11);
  frame.set([0xff, 0xfb, 0x90, 0]);
  return Buffer.concat(Array.from({ length: frames }, () => frame));
}

/** An ID3v2 tag around these bytes. */
export function id3Of(data: Buffer): Buffer {
  const head = Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1');
  head.set([data.length >> 14, (data.length >> 7) & 0x7f, data.length & 0x7f], 7);
  return Buffer.concat([head, data]);
}

/** A sound with these bytes as samples. */
export function wavOf(data: Buffer): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(8000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

/** A box of a video. */
export function mp4Box(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + data.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, data]);
}

/** A video with valid boxes that nobody plays. */
export const mp4Of = (data: Buffer): Buffer =>
  Buffer.concat([mp4Box('ftyp', Buffer.from('isom\0\0\x02\0', 'latin1')), mp4Box('moov', Buffer.alloc(24)), mp4Box('mdat', data)]);

/** An entry of a zip file: only its name, or its content, compressed, and the size stated in its directory. */
export interface ZipEntry {
  name: string;
  packed: Buffer;
  size: number;
}

/** A zip file; entries that are only names are empty and stored. `count` is the number stated at its end. */
export function zipOf(entries: readonly (string | ZipEntry)[], count = entries.length): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { name, packed, size } = typeof entry === 'string' ? { name: entry, packed: Buffer.alloc(0), size: 0 } : entry;
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(size === 0 ? 0 : 8, 8);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt32LE(size, 22);
    local.writeUInt16LE(name.length, 26);
    locals.push(local, Buffer.from(name), packed);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(size === 0 ? 0 : 8, 10);
    central.writeUInt32LE(packed.length, 20);
    central.writeUInt32LE(size, 24);
    central.writeUInt16LE(name.length, 28);
    central.writeUInt32LE(offset, 42);
    directory.push(central, Buffer.from(name));
    offset += 30 + name.length + packed.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, central, end]);
}

/** A compound file whose directory names these streams. */
export function oleOf(names: readonly string[]): Buffer {
  const header = Buffer.alloc(512, 0xff);
  header.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], 0);
  header.writeUInt16LE(9, 30);
  header.writeUInt32LE(1, 48);
  header.writeUInt32LE(0, 76);
  const table = Buffer.alloc(512, 0xff);
  const directory = Buffer.alloc(512);
  for (const [at, name] of ['Root Entry', ...names].entries()) {
    directory.write(name, at * 128, 'utf16le');
    directory.writeUInt16LE((name.length + 1) * 2, at * 128 + 64);
  }
  return Buffer.concat([header, table, directory]);
}
