import { describe, expect, it } from 'vitest';
import { LruMap } from './lru-map.ts';

describe('an LRU map', () => {
  it('drops the entry that was read or set least recently, but keeps one that was only peeked at no longer', () => {
    const map = new LruMap<string, number>(3);
    for (const [at, key] of ['a', 'b', 'c'].entries()) map.set(key, at);
    expect(map.get('a')).toBe(0);
    expect(map.peek('b')).toBe(1);
    map.set('d', 3);
    expect(map.peek('b')).toBeUndefined();
    expect([...map.values()]).toEqual([2, 0, 3]);
  });

  it('replaces the value of a key that it has, without dropping another', () => {
    const map = new LruMap<string, number>(2);
    for (const value of [1, 2, 3]) map.set('a', value);
    map.set('b', 4);
    expect([...map.values()]).toEqual([3, 4]);
  });
});
