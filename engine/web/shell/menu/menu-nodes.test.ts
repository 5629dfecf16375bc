import { expect, test } from 'vitest';
import type { RouteRecord } from '@back-office/contract/office/route-record.ts';
import { menuNodes, type MenuNode } from './menu-nodes.ts';

const record = (path: string, name: string, more: Partial<RouteRecord> = {}): RouteRecord => ({
  path,
  name,
  meta: { title: name },
  ...more,
});
const keysOf = (nodes: readonly MenuNode[]): string[] => nodes.flatMap(({ key, children }) => [key, ...keysOf(children)]);

test('every entry has a unique key, even if two records have the same path', () => {
  const routes = [
    record('/a', 'group', { children: [record('/a/x', 'x1'), record('/a/x', 'x2'), record('/b', 'b1')] }),
    record('/b', 'b2'),
    record('/single', 'single', { children: [record('/single/only', 'only')] }),
    record('/single/only', 'again'),
    record('/hidden', 'hidden', { hidden: true }),
  ];
  const keys = keysOf(menuNodes(routes));
  expect(keys).toEqual(['/a', '/a/x', '/a/x x2', '/b', '/b b2', '/single/only', '/single/only again']);
  expect(new Set(keys).size).toBe(keys.length);
});
