import { describe, expect, it } from 'vitest';
import { typedText } from './typed-text.ts';

describe('a number', () => {
  it.each([
    ['0', 0],
    ['-0', -0],
    ['12', 12],
    ['-1.5e3', -1500],
    ['1E+2', 100],
    ['0.1', 0.1],
    [' 7 ', 7],
    ['9007199254740991', 9007199254740991],
  ])('is read from "%s"', (text, value) => expect(typedText(text, 'Number')).toBe(value));

  it.each(
    [
      '',
      ' ',
      'x',
      '0x10',
      '0b1',
      '0o7',
      '010',
      '-01',
      '00',
      '+1',
      '.5',
      '5.',
      '1e',
      'Infinity',
      '-Infinity',
      'NaN',
      '1e999',
      '１２',
      '1_000',
    ].concat('1,5', '12abc', '9007199254740993', '1 2', 'null', 'true', '"1"'),
  )('is not read from "%s"', (text) => expect(typedText(text, 'Number')).toBeUndefined());
});

describe('an object or a list', () => {
  it.each([
    ['{}', 'Object', {}],
    ['{"a":{"b":[1,"x",null]}}', 'Object', { a: { b: [1, 'x', null] } }],
    ['{"constructor":1,"proto":2}', 'Object', { constructor: 1, proto: 2 }],
    [' [1, 2] ', 'Array', [1, 2]],
    ['[{"a":1},{"a":2}]', 'Array', [{ a: 1 }, { a: 2 }]],
  ] as const)('is read from %s', (text, type, value) => expect(typedText(text, type)).toEqual(value));

  it.each([
    ['[]', 'Object'],
    ['{}', 'Array'],
    ['null', 'Object'],
    ['1', 'Array'],
    ['{', 'Object'],
    ["{'a':1}", 'Object'],
    ['{a:1}', 'Object'],
    ['[1,]', 'Array'],
    ['[0x10]', 'Array'],
    ['[01]', 'Array'],
    ['[NaN]', 'Array'],
    ['{"a":1,"a":2}', 'Object'],
    ['[{"a":{"b":1,"\\u0062":2}}]', 'Array'],
    ['{"__proto__":{"admin":true}}', 'Object'],
    ['{"\\u005f_proto__":1}', 'Object'],
    ['{"a":[{"b":{"__proto__":1}}]}', 'Object'],
    ['[{"__proto__":null}]', 'Array'],
  ] as const)('is not read from %s (%s)', (text, type) => expect(typedText(text, type)).toBeUndefined());

  it('may be nested as deep as the length of the field allows', () => {
    expect(typedText('['.repeat(1000) + ']'.repeat(1000), 'Array')).toBeDefined();
  });
});
