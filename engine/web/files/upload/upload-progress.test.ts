import { beforeEach, expect, it, vi } from 'vitest';
import { uploadProgress } from './upload-progress.ts';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  });
});

it('never shows less progress of an upload than before, and forgets it when the upload ends', () => {
  expect(uploadProgress.raise('a', 100)).toBe(100);
  expect(uploadProgress.raise('a', 40)).toBe(100);
  expect(uploadProgress.raise('a', 120)).toBe(120);
  expect([uploadProgress.of('a'), uploadProgress.of('b')]).toEqual([120, 0]);
  uploadProgress.forget('a');
  expect(uploadProgress.raise('a', 10)).toBe(10);
});

it('shows the current progress if the browser stores nothing', () => {
  vi.stubGlobal('sessionStorage', undefined);
  expect(uploadProgress.raise('a', 100)).toBe(100);
});
