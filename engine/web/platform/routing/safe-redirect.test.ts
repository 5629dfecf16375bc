import { expect, test } from 'vitest';
import { safeRedirect } from './safe-redirect.ts';

const origin = 'http://office.example';

// oxlint-disable no-script-url -- tests addresses that must be refused
test.each([
  null,
  '',
  '/',
  'index',
  '//evil.com',
  '///evil.com',
  'https:evil.com',
  'https://evil.com',
  String.raw`/\evil.com`,
  String.raw`\\evil.com`,
  'javascript:alert(1)',
  ' //evil.com',
  '/\t/evil.com',
  '/\n/evil.com',
  '/.//evil.com',
  '/a/..//evil.com',
  '/login',
  '/login/default?redirect=/x',
  '/register',
  '/LOGIN',
  '/Login/?redirect=/x',
  '/register/',
  '/REGISTER',
  'data:text/html,x',
  '@evil.com',
  '//%zz',
])('replaces %j with the home page', (wanted) => {
  expect(safeRedirect(wanted, origin)).toBe('/index');
});

test.each([
  '/loginx',
  '/registers',
  '/sys/user/list',
  '/sys/user/view/1?edit=1',
  '/profile#top',
  '/redirect/sys/user',
  '/a?next=//evil.com',
  '/中文',
])('keeps %s on this origin', (wanted) => {
  expect(new URL(safeRedirect(wanted, origin), origin).href).toBe(new URL(wanted, origin).href);
});
