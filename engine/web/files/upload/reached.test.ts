import { beforeEach, expect, it, vi } from 'vitest';
import { reached } from './reached.ts';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  });
});

it('never shows less of an upload than before, and forgets it with its end', () => {
  expect(reached.raise('a', 100)).toBe(100);
  expect(reached.raise('a', 40)).toBe(100);
  expect(reached.raise('a', 120)).toBe(120);
  expect([reached.of('a'), reached.of('b')]).toEqual([120, 0]);
  reached.forget('a');
  expect(reached.raise('a', 10)).toBe(10);
});

it('shows what moves where the browser keeps nothing', () => {
  vi.stubGlobal('sessionStorage', undefined);
  expect(reached.raise('a', 100)).toBe(100);
});
