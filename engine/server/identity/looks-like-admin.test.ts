import { expect, it } from 'vitest';
import { looksLikeAdmin } from './looks-like-admin.ts';

it.each([
  'admin',
  'ADMIN',
  'Adm1n',
  '4dmin',
  '@dmin',
  'admln',
  'adrnin',
  'ａｄｍｉｎ',
  'ad\u200bmin',
  '\u0430dmin',
  'аdмin',
  'ádmin',
  'a.d.m.i.n',
  'admin_',
  'admin2',
  '007admin',
  'zhang.admin',
  'Administrator',
  'r00t',
  'super-admin',
  '管理员',
  '系统管理员小王',
  '管 理\u200b员',
])('%j looks like the administrator', (name) => {
  expect(looksLikeAdmin(name)).toBe(true);
});

it.each(['badminton', 'zhang.wei', 'li.na', 'adam', 'min', 'rooter', '张伟', '管理', '员工', '1', ''])(
  '%j does not look like the administrator',
  (name) => {
    expect(looksLikeAdmin(name)).toBe(false);
  },
);
