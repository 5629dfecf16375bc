import { beforeEach, expect, test, vi } from 'vitest';
import { dict } from '@back-office/sys/dictionaries/dict.ts';
import { draftName, draftStore } from './draft-store.ts';

const day = 24 * 3600 * 1000;

beforeEach(() => {
  const values: Record<string, string> = {};
  const methods = {
    getItem: (key: string) => values[key] ?? null,
    setItem: (key: string, value: string) => void (values[key] = value),
    removeItem: (key: string) => void delete values[key],
  };
  for (const [name, value] of Object.entries(methods)) Object.defineProperty(values, name, { value, enumerable: false });
  vi.stubGlobal('localStorage', values);
});

const draft = { at: 1_000, values: { userName: '张三' }, base: { userName: '' } };

test('a draft belongs to one person and one record', () => {
  draftStore.write('1', 'sys/user new', draft);
  expect(draftStore.read('1', 'sys/user new', 2_000)).toEqual(draft);
  expect(draftStore.read('2', 'sys/user new', 2_000)).toBeUndefined();
  expect(draftStore.read('1', 'sys/user 7', 2_000)).toBeUndefined();
});

test('a draft of a new record belongs to the record above it, and one of a stored record to that record, wherever it is', () => {
  expect(draftName(dict, { parentId: null })).toBe('sys/dict new');
  expect(draftName(dict, { parentId: '5', dictLabel: '性别' })).toBe('sys/dict new 5');
  expect(draftName(dict, { id: '7', parentId: '5' })).toBe('sys/dict 7');
});

test('a draft expires after seven days and is then deleted, whoever is signed in', () => {
  draftStore.write('1', 'sys/user new', draft);
  expect(draftStore.read('1', 'sys/user new', 7 * day)).toEqual(draft);
  expect(draftStore.read('1', 'sys/user new', 7 * day + 1_000)).toBeUndefined();
  localStorage.setItem('size', 'small');
  draftStore.sweep(8 * day);
  expect(Object.keys(localStorage)).toEqual(['size']);
});

test('an unreadable draft is ignored', () => {
  localStorage.setItem('draft 1 sys/user new', '{"at":1000,"values":[]}');
  expect(draftStore.read('1', 'sys/user new', 2_000)).toBeUndefined();
});
