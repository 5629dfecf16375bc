import { beforeEach, expect, test, vi } from 'vitest';
import { recentResults } from './recent-results.ts';

const entry = (path: string) => ({ path, label: path, detail: '' });
let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > 1000) throw new DOMException('', 'QuotaExceededError');
      stored.set(key, value);
    },
  });
  return () => vi.unstubAllGlobals();
});

test('keeps the last six entries, newest first and without duplicates', () => {
  for (const path of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'c']) recentResults.add(entry(path));
  recentResults.add({ command: 'lock' });
  recentResults.add(entry('h'));
  recentResults.add({ command: 'lock' });
  const kept = recentResults.read().map((one) => ('command' in one ? one.command : one.path));
  expect(kept).toEqual(['lock', 'h', 'c', 'g', 'f', 'e']);
});

test.each(['not json', '{}', '[null, 1, {"path": "a"}, {"path": "a", "label": "b", "detail": "", "target": "_top"}]'])(
  'reads the malformed value %s as an empty list',
  (text) => {
    stored.set('recent-finds', text);
    expect(recentResults.read()).toEqual([]);
  },
);

test('a full storage throws nothing: the entry is just not kept', () => {
  expect(() => recentResults.add({ ...entry('a'), label: 'x'.repeat(2000) })).not.toThrow();
  expect(recentResults.read()).toEqual([]);
});
