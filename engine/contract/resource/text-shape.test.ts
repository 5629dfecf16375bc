/* oxlint-disable no-script-url -- these are what a link must not be */
import { describe, expect, it } from 'vitest';
import { districtCodeShape } from '@back-office/sys/districts/district-code-shape.ts';
import { functionShapes } from '@back-office/sys/functions/function-shapes.ts';
import type { NamedShape } from './field.ts';
import { shapeOf } from './text-shape.ts';

/* The texts that each shape accepts and refuses, and that no input makes it slow (docs/hardening.md C17 and C24). */
const cases: Record<NamedShape, { good: string[]; bad: string[] }> = {
  account: {
    good: ['admin', 'a.b-c_d@e', '9lives'],
    bad: ['admin ', ' admin', 'ａｄｍｉｎ', 'admin\u200b', '\u0430dmin', 'a b', '.a', '-a', '@a', 'a\n', '管理员', 'a/b'],
  },
  code: { good: ['R1', 'a:b', 'a_b.c-d'], bad: ['a b', '-a', 'a/b', 'a\n', '代码', '<a>'] },
  phone: {
    good: ['13812345678', '010-12345678', '+86 138 1234 5678', '12345'],
    bad: ['1234', 'abc', '138123456789012345678901', '１３８', '138\n12345', '+', '13812345678;x'],
  },
  email: {
    good: ['a@b.cn', 'a.b+c@d-e.example.com'],
    bad: ['a@b', '@b.cn', 'a@', 'a b@c.cn', 'a@b..cn', 'a@-b.cn', 'a@b.cn\n', '<a@b.cn>', 'a@b.cn,c@d.cn'],
  },
  link: {
    good: ['/sys/user', 'list', ':id', 'https://example.com/a?b=c#d', 'http://example.com', 'mailto:a@b.cn', 'tel:10086', '*'],
    bad: [
      '//evil.com',
      '/\\evil.com',
      '\\\\evil.com',
      'javascript:alert(1)',
      'JavaScript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      'ftp://x',
      '/a b',
      '/a<b>',
      "/a'b",
      '/a\nb',
      ' /a',
    ],
  },
};

/** Shapes of the product's own declarations. */
const own = { districtCode: districtCodeShape, ...functionShapes };
const ownCases: Record<keyof typeof own, { good: string[]; bad: string[] }> = {
  districtCode: { good: ['110000', '110101001', '110101001001'], bad: ['11', '1101011', '11000a', '１１００００', '110000\n'] },
  page: {
    good: ['Layout', 'AppMain', 'sys/user/list', 'sys/log-opt/view'],
    bad: ['../../x', '/sys/user', 'http://evil', 'javascript:', 'a.b', 'a b', 'sys/../x', ''],
  },
  permissions: { good: ['read', 'read,add,my-word', 'a:b'], bad: ['read, add', ',read', 'read,', 'read,,add', '<b>', '读'] },
};

it.each([
  ['[a-z]+', 'abc', ['abc1', '1abc', 'abc\n']],
  ['a|b', 'b', ['ax', 'xb']],
  ['^A-[0-9]+$|^B', 'B', ['B1', 'xB']],
])('the own pattern %s matches whole texts', (own, good, bad) => {
  const { pattern } = shapeOf({ pattern: own, message: '', example: '' });
  expect(pattern.test(good)).toBe(true);
  expect(bad.filter((text) => pattern.test(text))).toEqual([]);
});

describe.each(Object.entries({ ...cases, ...ownCases }))('%s', (name, { good, bad }) => {
  const { pattern } = shapeOf(name in own ? own[name as keyof typeof own] : (name as NamedShape));

  it.each(good)('accepts %j', (text) => expect(pattern.test(text)).toBe(true));
  it.each(bad)('refuses %j', (text) => expect(pattern.test(text)).toBe(false));

  it.each(['a', 'a.', 'a@', 'a-', '1 ', '/', ',a', 'a,'])('decides within 500 ms about 50,000 characters of repeated %j', (unit) => {
    const start = Date.now();
    pattern.test(`${unit.repeat(50_000 / unit.length)}!`);
    pattern.test(`a@${unit.repeat(50_000 / unit.length)}!`);
    expect(Date.now() - start).toBeLessThan(500);
  });
});
