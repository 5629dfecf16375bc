import { expect, test } from 'vitest';
import { isEmptyDraft, mergeDraft } from './merge-draft.ts';

const draft = { at: 0, base: { a: 1, b: 2 }, values: { a: 10, b: 2 } };

test('values typed since then override the draft, field by field', () => {
  expect(mergeDraft(draft, { a: 1, b: 2 }, { a: 1, b: 20 })).toEqual({ a: 10, b: 20 });
  expect(mergeDraft(draft, { a: 1, b: 2 }, { a: 11, b: 2 })).toEqual({ a: 11, b: 2 });
});

test('a draft that equals the stored values counts as empty', () => {
  expect(isEmptyDraft(draft, { a: 10, b: 2 })).toBe(true);
  expect(isEmptyDraft(draft, { a: 1, b: 2 })).toBe(false);
});
