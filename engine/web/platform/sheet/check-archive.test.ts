import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readDirectory } from './check-archive.ts';

interface Entry {
  name: string;
  packed: Buffer;
  /** The unpacked size stated in the directory. */
  size: number;
}

/** Builds an archive of packed files and a directory; local headers do not matter here. */
function archive(entries: readonly Entry[]): Uint8Array {
  const body = Buffer.concat(entries.map(({ packed }) => packed));
  const records = entries.map(({ name, packed, size }) => {
    const record = Buffer.alloc(46);
    record.writeUInt32LE(0x02014b50, 0);
    record.writeUInt32LE(packed.length, 20);
    record.writeUInt32LE(size, 24);
    record.writeUInt16LE(Buffer.byteLength(name), 28);
    return Buffer.concat([record, Buffer.from(name)]);
  });
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(body.length, 16);
  return new Uint8Array(Buffer.concat([body, ...records, end]));
}

const zeros = (length: number): Buffer => deflateRawSync(Buffer.alloc(length), { level: 9 });
const megabyte = 1024 * 1024;

test('an ordinary archive is accepted as safe', () => {
  expect(readDirectory(archive([{ name: 'xl/workbook.xml', packed: Buffer.alloc(1000), size: 20_000 }]))).toHaveLength(1);
});

test.each([
  ['a file that unpacks to a thousand times its size', [{ name: 'a', packed: zeros(60 * megabyte), size: 60 * megabyte }]],
  ['a file that unpacks to more than the limit', [{ name: 'a', packed: Buffer.alloc(5 * megabyte), size: 500 * megabyte }]],
  [
    'many files that together unpack to more than the limit',
    Array.from({ length: 300 }, (_, at) => ({ name: `${at}`, packed: Buffer.alloc(20_000), size: megabyte })),
  ],
  ['a size beyond four bytes', [{ name: 'a', packed: Buffer.alloc(10), size: 0xffffffff }]],
  ['ten thousand files', Array.from({ length: 10_000 }, (_, at) => ({ name: `sheet${at}.xml`, packed: Buffer.alloc(0), size: 0 }))],
])('an archive with %s is not safe', (_what, entries) => {
  expect(readDirectory(archive(entries))).toBeUndefined();
});

test('an archive without a readable directory is not safe either', () => {
  const bytes = archive([{ name: 'a', packed: Buffer.alloc(100), size: 100 }]);
  expect(readDirectory(bytes.slice(0, -22))).toBeUndefined();
  expect(readDirectory(bytes.slice(90))).toBeUndefined();
});
