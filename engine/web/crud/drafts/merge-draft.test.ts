import { expect, test } from 'vitest';
import { isEmptyDraft, mergeDraft } from './merge-draft.ts';

const draft = { at: 0, base: { a: 1, b: 2 }, values: { a: 10, b: 2 } };

test('what was typed since lies over the draft, field by field', () => {
  expect(mergeDraft(draft, { a: 1, b: 2 }, { a: 1, b: 20 })).toEqual({ a: 10, b: 20 });
  expect(mergeDraft(draft, { a: 1, b: 2 }, { a: 11, b: 2 })).toEqual({ a: 11, b: 2 });
});

test('a draft that says what is stored is none', () => {
  expect(isEmptyDraft(draft, { a: 10, b: 2 })).toBe(true);
  expect(isEmptyDraft(draft, { a: 1, b: 2 })).toBe(false);
});
