import fc from 'fast-check';

/** Texts that break some reader: the database, JSON, an address, a person. */
const hostileTexts: readonly string[] = [
  '',
  ' ',
  'a',
  "'",
  "' OR 1=1 --",
  '\\',
  '%',
  '%00',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00\ud800',
  '\u202e',
  '\u200b',
  '\ufeff',
  '\r\n',
  '\t',
  '😀',
  '٣',
  '0',
  '-1',
  '1.5',
  '1e309',
  '0x10',
  '007',
  'NaN',
  'Infinity',
  '99999999999999999999',
  'true',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '{}',
  '[]',
  '{"toString":1}',
  '<script>',
  '=1+1',
  '${x}',
  '../../etc/passwd',
  'a:b',
  ':',
  ',',
  'a,b',
  '|',
  '2026-02-30 00:00:00',
  '9999-12-31 23:59:59',
  'v1.',
  'v1.AAAA',
  't.',
  'a'.repeat(300),
  'a'.repeat(70_000),
  '是',
  '00000000-0000-0000-0000-000000000000',
  '7f3c1a52-9d0e-4b6a-8c55-0e1d2f3a4b5c',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  '{00000000-0000-0000-0000-000000000000}',
];

/** Every kind of JSON value, and values that a reader takes for another kind or cannot convert to text. */
const hostileValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  1e308,
  -1e308,
  5e-324,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  [],
  [null],
  [[]],
  [{}],
  ['a'],
  ['a', 'a'],
  [1],
  [{ toString: 1 }],
  {},
  { a: 1 },
  { '': '' },
  { '\u0000': '\u0000' },
  { id: null },
  { length: 1 },
  { length: -1, 0: 'a' },
  { toString: 'x', valueOf: 'x' },
  { toString: null, valueOf: null },
  { toJSON: 1 },
  { hasOwnProperty: 1 },
  { $gt: '' },
  Array.from({ length: 600 }, (_, at) => `7f3c1a52-9d0e-4b6a-8c55-${String(at).padStart(12, '0')}`),
];

/** The texts and values that break readers most often; tried in every single place. */
export const edgeCaseTexts: readonly string[] = ['a\u0000b', "'", '\\', '99999999999999999999'];
export const edgeCaseValues: readonly unknown[] = [
  { toString: null, valueOf: null },
  [{ toString: 1 }],
  [null],
  'a\u0000b',
  '\ud800',
  2 ** 63,
];

/** A JSON value: a known harmful one, or any other. */
export const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...hostileValues) },
  { weight: 4, arbitrary: fc.constantFrom<unknown>(...hostileTexts) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  // Deeper than any reader needs, and within the size limit of a body.
  { weight: 1, arbitrary: fc.integer({ min: 50, max: 5000 }).map((depth) => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown) },
);

/** A text for places that hold only text: paths, queries, forms, headers. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: anyHeaderText() },
);

/** A text that HTTP allows in a header: visible ASCII, spaces, tabs and the bytes above. */
export function anyHeaderText(): fc.Arbitrary<string> {
  const characters = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)).filter((char) =>
    /[\t\x20-\x7e\x80-\xff]/.test(char),
  );
  return fc.oneof(
    fc.string({ unit: fc.constantFrom(...characters), maxLength: 60 }),
    fc.constantFrom(
      '',
      ' ',
      '*',
      ',',
      ';',
      '=',
      'a'.repeat(3000),
      '"',
      'null',
      '-1',
      'bytes=0-',
      'bytes=-1',
      'W/"',
      '\xff\xfe',
      'utf-8',
      '[object Object]',
    ),
  );
}
