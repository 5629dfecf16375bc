import { localRoutes } from '@back-office/web/shell/routing/local-routes.ts';
import { expect, test } from 'vitest';
import { figureAddress } from './figure-address.ts';

const addressOf = (key: Parameters<typeof figureAddress>[1]) => figureAddress(localRoutes(true), key, '2026-03-01');

test.each(['users', 'online'] as const)('the figure of all %s leads to all of them, whatever the list shows by default', (key) => {
  expect(new URLSearchParams(addressOf(key)?.split('?')[1]).get('view')).toBe('all');
});

test('a figure of the last thirty days leads to records from the midnight of the first of them', () => {
  expect(new URLSearchParams(addressOf('smsSent')?.split('?')[1]).getAll('ge')).toEqual(['createTime:2026-01-31 00:00:00']);
});
