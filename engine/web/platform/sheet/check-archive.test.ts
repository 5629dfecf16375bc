import { deflateRawSync } from 'node:zlib';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { readDirectory } from './check-archive.ts';
import { readRows, readSheets } from './read-workbook.ts';

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

describe('an archive that states its sizes in ZIP64 fields', () => {
  const beyond = 0xffffffff;
  const field = (id: number, ...numbers: bigint[]): Buffer => {
    const head = Buffer.from(Uint16Array.of(id, numbers.length * 8).buffer);
    return Buffer.concat([head, Buffer.from(BigUint64Array.from(numbers).buffer)]);
  };
  /** Rewrites the directory of an archive without fields and comments; `fieldsOf` gives each entry's fields. */
  const rewritten = (
    bytes: Uint8Array,
    fieldsOf: (size: bigint, packed: bigint, at: bigint) => Buffer,
    wide = [24, 20, 42],
  ): Uint8Array => {
    const whole = Buffer.from(bytes);
    const end = whole.subarray(-22);
    const begin = end.readUInt32LE(16);
    const records: Buffer[] = [];
    for (let at = begin; at < whole.length - 22;) {
      const length = 46 + whole.readUInt16LE(at + 28);
      const record = Buffer.from(whole.subarray(at, at + length));
      const [size = 0n, packed = 0n, offset = 0n] = [24, 20, 42].map((place) => BigInt(record.readUInt32LE(place)));
      const fields = fieldsOf(size, packed, offset);
      for (const place of wide) record.writeUInt32LE(beyond, place);
      record.writeUInt16LE(fields.length, 30);
      records.push(record, fields);
      at += length;
    }
    return new Uint8Array(Buffer.concat([whole.subarray(0, begin), ...records, end]));
  };
  const workbook = () => writeXlsx({ sheets: [{ name: '人员', rows: [['账号'], ['one'], ['two']] }] });

  test('is read like any other, in an import and a preview', async () => {
    const bytes = await workbook();
    const wide = rewritten(bytes, (...numbers) => Buffer.concat([field(0xcafe), field(1, ...numbers)])) as Uint8Array<ArrayBuffer>;
    expect(readDirectory(wide)).toEqual(readDirectory(bytes));
    const rows: unknown[] = [];
    await readRows(wide, 0, (row) => rows.push(row) === 0);
    expect(rows).toEqual([['账号'], ['one'], ['two']]);
    expect((await readSheets(wide))[0]?.rows).toEqual(rows);
  });

  test('may state only those that it does not state elsewhere', async () => {
    const bytes = await workbook();
    expect(readDirectory(rewritten(bytes, (size, _packed, at) => field(1, size, at), [24, 42]))).toEqual(readDirectory(bytes));
  });

  test.each([
    ['none', () => Buffer.alloc(0)],
    ['another field in its place', (...numbers: bigint[]) => field(2, ...numbers)],
    ['a field that is cut off', () => Buffer.concat([field(1, 1n).subarray(0, 8)])],
    ['a field that says to be longer than all fields', () => Buffer.from(Uint16Array.of(1, 9999, 1, 1, 1, 1).buffer)],
    ['sizes beyond the limit', (_size: bigint, ...rest: bigint[]) => field(1, 500n * 1024n * 1024n, ...rest)],
    ['sizes beyond any number', (_size: bigint, ...rest: bigint[]) => field(1, 2n ** 64n - 1n, ...rest)],
  ])('is not safe with %s', async (_what, fieldsOf) => {
    expect(readDirectory(rewritten(await workbook(), fieldsOf))).toBeUndefined();
  });

  test('is not safe if its fields run past its end', async () => {
    const wide = Buffer.from(rewritten(await workbook(), (...numbers) => field(1, ...numbers)));
    const last = wide.lastIndexOf(Buffer.from('PK\u0001\u0002'));
    wide.writeUInt16LE(0xffff, last + 30);
    expect(readDirectory(new Uint8Array(wide))).toBeUndefined();
  });
});
