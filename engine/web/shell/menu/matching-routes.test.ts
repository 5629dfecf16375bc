import { expect, test } from 'vitest';
import { localRoutes } from '../routing/local-routes.ts';
import { firstEntry, matchingRoutes } from './matching-routes.ts';

const routes = localRoutes(true);
const titled = (text: string) => matchingRoutes(routes, (title) => title.includes(text));

test('finds entries within their group, and never hidden pages', () => {
  expect(titled('角色').map(({ path, children }) => [path, children?.map((child) => child.path)])).toEqual([['/sys', ['/sys/role']]]);
  expect(titled('列表')).toEqual([]);
});

test('a matching group is found with all its entries', () => {
  expect(titled('系统管理')[0]?.children?.length).toBeGreaterThan(3);
});

test('Enter opens the first match that leads to a page', () => {
  expect(firstEntry(titled('角色'))?.path).toBe('/sys/role');
  expect(firstEntry(titled('没有这个'))).toBeUndefined();
});
