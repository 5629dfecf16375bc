import { leaveOut } from '@back-office/contract/office/leave-out.ts';
import { makeOffice } from '@back-office/contract/office/make-office.ts';
import { office } from '@back-office/app/office.ts';
import { sys } from '@back-office/sys/module.ts';
import { sysPages } from '@back-office/sys/pages.ts';
import { afterEach, describe, expect, test } from 'vitest';
import type { RecordTab } from '../../crud/parts/record-tab.ts';
import { openOffice } from '../../platform/office/open-office.ts';
import { PartLoadError } from '../../platform/timing/lazy-part.ts';
import { joinPages } from './join-pages.tsx';
import type { WebFeature } from './web-feature.ts';

afterEach(() => openOffice(office));

const page = () => null;
const ours = { name: 'sys', features: sysPages };
const tab = (resource: string, name: string, order = 1): RecordTab => ({ resource, name, label: name, order, Tab: page });

/** Our own modules, and a company's with one feature. */
function besideOurs(feature: Omit<WebFeature, 'name'>, name = 'people') {
  openOffice(makeOffice([sys, { name: 'acme', features: [{ name: 'people' }] }]));
  return joinPages([ours, { name: 'acme', features: [{ name, ...feature }] }]);
}

test('a company can draw a page that the product leaves generic, a cell and a tab', () => {
  const joined = besideOurs({
    pages: { 'sys/org/view': page },
    cells: { 'sys/user.userName': { Cell: page } },
    recordTabs: [tab('sys/user', 'badge', 15)],
  });
  expect(joined.pageOf('sys/org/view')).toBe(page);
  expect(joined.cells).toHaveProperty(['sys/user.userName']);
  expect(joined.recordTabs.filter(({ resource }) => resource === 'sys/user').map(({ name }) => name)).toEqual(['rights', 'badge', 'files']);
});

describe('two features that claim the same thing are refused, with their modules and the way to fix it', () => {
  test.each<[string, Omit<WebFeature, 'name'>]>([
    ['sys/users and acme/people both bring the page sys/user/list', { pages: { 'sys/user/list': page } }],
    ['sys/users and acme/people both bring the cell sys/user.userPassword', { cells: { 'sys/user.userPassword': {} } }],
    ['sys/users and acme/people both bring the tab rights of sys/user', { recordTabs: [tab('sys/user', 'rights')] }],
    ['the engine and acme/people both bring the tab history of sys/org', { recordTabs: [tab('sys/org', 'history')] }],
  ])('%s', (words, feature) => {
    expect(() => besideOurs(feature)).toThrow(`${words}: take it out of one of them, or rename it`);
  });
});

test.each<[string, Omit<WebFeature, 'name'>]>([
  ['acme/people brings a cell of sys/user.userNick, a field that no resource has', { cells: { 'sys/user.userNick': {} } }],
  ['acme/people brings a cell of sys/usr.userName, a field that no resource has', { cells: { 'sys/usr.userName': {} } }],
  ['acme/people brings the tab badge of sys/usr, which nobody declares', { recordTabs: [tab('sys/usr', 'badge')] }],
])('a part for an unknown field or resource is refused: %s', (words, feature) => {
  expect(() => besideOurs(feature)).toThrow(words);
});

test('an unknown property name is refused', () => {
  expect(() => besideOurs({ cell: {} } as Omit<WebFeature, 'name'>)).toThrow(
    'acme/people.cell: nothing is called cell here: correct it, or leave it out',
  );
});

test('pages for a feature that the module does not have are refused', () => {
  expect(() => besideOurs({}, 'poeple')).toThrow('acme has a page of poeple, but no feature of that name');
});

test('parts for a feature that is left out are ignored', () => {
  openOffice(makeOffice([leaveOut(sys, 'sms'), { name: 'acme', features: [{ name: 'people' }] }]));
  const people = { name: 'people', cells: { 'sys/sms.smsStatus': {} }, recordTabs: [tab('sys/sms', 'badge')] };
  expect(() => joinPages([ours, { name: 'acme', features: [people] }])).not.toThrow();
});

test('a module that could not be loaded takes only its own pages with it', () => {
  const { pageOf } = joinPages([ours, { name: 'acme', features: undefined }]);
  expect(() => pageOf('acme/badge/list')).toThrow(PartLoadError);
  expect(pageOf('sys/user/list')).toBeDefined();
});
