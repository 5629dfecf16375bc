import { expect, test } from 'vitest';
import type { RouteRecord } from '@back-office/contract/office/route-record.ts';
import { ownPagePath, recordPath } from './record-path.ts';

const route = (path: string, component: string): RouteRecord => ({ path, component, name: path, meta: { title: path } }) as RouteRecord;

test('the page of a record has no parameter but its id', () => {
  const misconfigured = route('/x/:dept/view/:id', 'sys/user/view');
  expect(recordPath([misconfigured, route('/sys/user/view/:id', 'sys/user/view')], 'sys/user', '7')).toBe('/sys/user/view/7');
  expect(ownPagePath([misconfigured], 'sys/user')).toBeUndefined();
});
