import { office } from '@back-office/app/office.ts';
import { makeOffice } from '@back-office/contract/office/office.ts';
import { sysShell } from '@back-office/sys/shell.ts';
import { afterEach, expect, test } from 'vitest';
import { openOffice } from '../../platform/office/open-office.ts';
import { makeShellSlots } from './shell-slots.tsx';

afterEach(() => openOffice(office));

const noPage = () => Promise.resolve(undefined);

test('every page of the product is drawn by one of its features', () => {
  expect(() => makeShellSlots(sysShell, noPage)).not.toThrow();
});

test('a page that no feature draws is refused, with the cure', () => {
  const pages = [{ path: '/trial/guide', name: 'trialGuide', component: 'guide', meta: { title: '指南' } }];
  openOffice(makeOffice([{ name: 'trial', features: [{ name: 'guides', pages }] }]));
  expect(() => makeShellSlots(sysShell, noPage)).toThrow(
    "No feature draws the page guide: name it in the lazyPages of its shell.ts, and that in the module's list",
  );
  const drawn = { name: 'guides', lazyPages: { guide: () => Promise.resolve(() => null) } };
  expect(() => makeShellSlots([drawn], noPage)).not.toThrow();
});
