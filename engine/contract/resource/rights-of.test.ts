import { expect, it } from 'vitest';
import { may } from './permission.ts';
import { resourceOfPage, rightsOf } from './rights-of.ts';

const rights = rightsOf(
  ['clerk'],
  [
    { component: 'sys/user/list', permission: 'read,edit' },
    { component: 'sys/user/view', permission: 'print,read' },
    { component: 'sys/org/list', permission: 'write' },
    { component: 'sys/role/list', permission: 'admin' },
    { component: 'sys/dict/list', permission: null },
    { component: 'acme2/box/list', permission: 'edit' },
    { component: 'Layout', permission: 'read' },
  ],
);

it('merges the permissions that several pages of one resource grant', () => {
  expect(rights).toMatchObject({ all: false, byResource: { 'sys/user': ['read', 'edit', 'print'] } });
});

it.each([
  ['sys/user', 'read', true],
  ['sys/user', 'print', true],
  ['sys/user', 'delete', false],
  ['sys/org', 'delete', true],
  ['sys/role', 'anything', true],
  ['sys/dict', 'read', false],
  ['sys/sms', 'read', false],
  ['acme2/box', 'edit', true],
  ['acme2/box', 'delete', false],
  ['Layout', 'read', false],
  ['constructor', 'read', false],
  ['__proto__', 'read', false],
])('grants %s %s: %s', (resource, permission, allowed) => {
  expect(may(rights, resource, permission)).toBe(allowed);
});

it('grants everything to the role admin and to no other role', () => {
  expect(may(rightsOf(['admin'], []), 'sys/user', 'delete')).toBe(true);
  expect(rightsOf(['Admin', 'administrator', 'admin '], []).all).toBe(false);
});

it('reads the resource from the name of a page', () => {
  expect(['sys/log-opt/list', 'sys/user'].map((page) => resourceOfPage(page))).toEqual(['sys/log-opt', 'sys/user']);
  expect(
    ['Layout', 'AppMain', '/sys/user/list', 'sys/user/list/x', 'sys/../list'].filter((page) => resourceOfPage(page) !== undefined),
  ).toEqual([]);
});
