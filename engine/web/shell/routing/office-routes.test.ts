import { makeOffice } from '@back-office/contract/office/office.ts';
import { office } from '@back-office/app/office.ts';
import { sys } from '@back-office/sys/module.ts';
import { afterEach, expect, test } from 'vitest';
import { openOffice } from '../../platform/office/open-office.ts';
import { localRoutes } from './local-routes.ts';
import { resourcePagesOf } from './resource-pages.tsx';

afterEach(() => openOffice(office));

const paths = (): string[] => localRoutes(true).flatMap(({ path, children = [] }) => [path, ...children.map((child) => child.path)]);

test('a feature that is left out has no menu entry, no page of its own and no page of the pattern', () => {
  expect(paths()).toContain('/base/sms');
  openOffice(makeOffice([{ ...sys, features: sys.features.filter(({ name }) => name !== 'sms') }]));
  expect(paths()).not.toContain('/base/sms');
  expect(resourcePagesOf([])('sys/sms/list')).toBeUndefined();
  expect(resourcePagesOf([])('sys/user/list')).toBeDefined();
});

test('two features that bring one page are refused, with the cure', () => {
  const page = (): null => null;
  const of = (name: string) => ({ name, pages: { 'sys/user/list': page } });
  expect(() => resourcePagesOf([of('users'), of('people')])).toThrow(
    'people brings the page sys/user/list, which another feature brings: leave one of them out',
  );
});
