import { beforeEach, expect, test, vi } from 'vitest';
import { firstListQuery, type ListQuery } from './first-list-query.ts';
import { sessionStore } from './session-store.ts';

const people = (...query: [string, string][]): ListQuery => ({ name: 'sys/user', query: [['index', '0'], ['limit', '10'], ...query] });
let stored: Map<string, string>;

const openedAt = (address: string): ListQuery | undefined => {
  const { pathname, search } = new URL(address, 'http://office');
  vi.stubGlobal('location', { pathname, search });
  return firstListQuery.claim();
};
/** The query that the next visit to the address finds after the list made this one. */
function after(address: string, reading: ListQuery | undefined): ListQuery | undefined {
  openedAt(address);
  firstListQuery.record(reading);
  return openedAt(address);
}

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
});

test('an address remembers the query that its list made when it was last opened', () => {
  expect(openedAt('/sys/user/list')).toBeUndefined();
  expect(after('/sys/user/list', people())).toEqual(people());
  expect(after('/sys/user/list', people(['sort', 'userName:asc']))).toEqual(people(['sort', 'userName:asc']));
  expect(openedAt('/sys/user/list?index=1')).toBeUndefined();
  expect(after('/sys/user/list', undefined)).toBeUndefined();
});

test('only the list at the loaded address is remembered, and only its first query', () => {
  openedAt('/index');
  vi.stubGlobal('location', { pathname: '/sys/user/list', search: '' });
  firstListQuery.record(people());
  expect([openedAt('/index'), openedAt('/sys/user/list')]).toEqual([undefined, undefined]);
  firstListQuery.record(people());
  firstListQuery.record(people(['sort', 'userName:asc']));
  expect(openedAt('/sys/user/list')).toEqual(people());
});

test('searches and filters are not stored', () => {
  expect(after('/sys/user/list', people(['like', 'userName:张']))).toBeUndefined();
  expect(after('/sys/user/list?search=张', people())).toBeUndefined();
  expect(after('/sys/user/list?record=1', people())).toBeUndefined();
  expect([...stored.values()].join()).not.toMatch(/张|record/);
});

test('queries are stored per person, and unreadable storage counts as empty', () => {
  expect(after('/sys/user/list', people())).toEqual(people());
  const own = vi.spyOn(sessionStore, 'get').mockReturnValue({ ...sessionStore.get(), userId: 'other' });
  expect(openedAt('/sys/user/list')).toBeUndefined();
  own.mockRestore();
  for (const key of stored.keys()) stored.set(key, '{"/sys/user/list":[1,"x"],"/a":null');
  expect(openedAt('/sys/user/list')).toBeUndefined();
});

test('the query of an address is not repeated unless its list has opened again', () => {
  expect(after('/sys/user/list', people())).toEqual(people());
  expect(openedAt('/sys/user/list')).toBeUndefined();
});

test('the oldest of too many addresses are forgotten', () => {
  const paths = Array.from({ length: 21 }, (_, at) => `/list-${at}`);
  for (const path of paths) {
    openedAt(path);
    firstListQuery.record(people());
  }
  expect(paths.filter((path) => openedAt(path) === undefined)).toEqual(['/list-0']);
});
