import { sectionPath, type MenuEntry } from '@back-office/contract/office/menu.ts';
import type { FunctionNode } from '@back-office/contract/calls/login.ts';
import type { RouteRecord } from '@back-office/contract/office/route-record.ts';
import { theOffice } from '@back-office/web/platform/office/open-office.ts';
import { localRoutes } from '@back-office/web/shell/routing/local-routes.ts';
import { remoteRoutes } from '@back-office/web/shell/routing/remote-routes.ts';
import { functionNode } from '@back-office/web/testing/function-node.ts';
import { expect, test } from 'vitest';
import { menuPages } from './menu-pages.ts';

const record = (path: string, more: Partial<RouteRecord> = {}): RouteRecord => ({
  path,
  name: path,
  component: path,
  ...more,
  meta: { title: path, ...more.meta },
});
const pathsOf = (routes: readonly RouteRecord[]): string[] => menuPages(routes).map(({ path }) => path);

test('the pages of a menu are those at every level, without the home page, groups, hidden ones and links to elsewhere', () => {
  const routes = [
    record('/index', { meta: { title: '首页', affix: true } }),
    record('/help'),
    record('/hidden', { hidden: true, children: [record('/hidden/list')] }),
    record('/sys', {
      children: [
        record('/sys/user/list'),
        record('/sys/user/view/:id', { hidden: true }),
        record('https://example.com'),
        record('/sys/more', { children: [record('/sys/more/deep'), record('/sys/more/deeper', { children: [record('/sys/x')] })] }),
      ],
    }),
  ];
  expect(pathsOf(routes)).toEqual(['/help', '/sys/user/list', '/sys/more/deep', '/sys/x']);
});

const node = (rootPath: string, functionComponent: string, more: Partial<FunctionNode> = {}): FunctionNode =>
  functionNode({ id: rootPath, rootPath, functionComponent, ...more });

/** The function records of an entry, as the seed makes them. */
function entryNode(entry: MenuEntry): FunctionNode {
  const path = sectionPath(entry);
  if ('page' in entry) return node(path, entry.page);
  const pages = ['list', 'view'].map((kind) => node(`${path}/${kind}`, `${entry.resource}/${kind}`, { isHidden: '是' }));
  return node(path, 'AppMain', { redirectPath: `${path}/list`, sysFunctions: pages });
}

const seeded = (): FunctionNode[] =>
  theOffice().menu.map(({ path, sections }) => {
    const entries = sections.map(entryNode);
    return node(path, 'Layout', { redirectPath: entries[0]?.rootPath ?? null, sysFunctions: entries });
  });

test('the pages of a menu are every entry of the office, in local and in remote mode', () => {
  const entries = theOffice().menu.flatMap(({ sections }) => sections.map(sectionPath));
  expect(entries).toContain('/sys/user');
  for (const routes of [localRoutes(true), remoteRoutes(seeded())])
    expect(pathsOf(routes).filter((path) => path !== '/profile')).toEqual(entries);
});

test('the pages of a menu are without entries that lead nowhere for the person', () => {
  const view = node('/sys/user/view', 'sys/user/view', { isHidden: '是' });
  const entry = node('/sys/user', 'AppMain', { redirectPath: '/sys/user/list', sysFunctions: [view] });
  const empty = node('/empty', 'Layout', { redirectPath: '/elsewhere' });
  const routes = remoteRoutes([
    node('/sys', 'Layout', { redirectPath: '/sys/org', sysFunctions: [entry, node('role', 'sys/role/list')] }),
    empty,
  ]);
  expect(pathsOf(routes)).toEqual(['/sys/role']);
});
