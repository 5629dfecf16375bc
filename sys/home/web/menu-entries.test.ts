import type { RouteRecord } from '@back-office/contract/office/route-record.ts';
import { expect, test } from 'vitest';
import { menuPages } from './menu-entries.ts';

const record = (path: string, more: Partial<RouteRecord> = {}): RouteRecord => ({
  path,
  name: path,
  component: path,
  ...more,
  meta: { title: path, ...more.meta },
});

test('the pages of a menu are those at every level, without the home page, groups, hidden ones and links to elsewhere', () => {
  const routes = [
    record('/index', { meta: { title: '首页', affix: true } }),
    record('/help'),
    // An entry that leads to a list, as in local mode.
    { path: '/dict', name: 'dict', redirect: '/dict/list', meta: { title: '字典' }, children: [record('/dict/list', { hidden: true })] },
    record('/hidden', { hidden: true, children: [record('/hidden/list')] }),
    record('/sys', {
      component: 'Layout',
      children: [
        record('/sys/user/list'),
        record('/sys/user/view/:id', { hidden: true }),
        record('https://example.com'),
        record('/sys/more', { children: [record('/sys/more/deep'), record('/sys/more/deeper', { children: [record('/sys/x')] })] }),
      ],
    }),
    record('/empty', { component: 'Layout', children: [record('/empty/view/:id', { hidden: true })] }),
  ];
  expect(menuPages(routes).map(({ path }) => path)).toEqual(['/help', '/dict', '/sys/user/list', '/sys/more/deep', '/sys/x']);
});
