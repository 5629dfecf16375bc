import { expect, it } from 'vitest';
import { limits } from '@back-office/contract/limits.ts';
import { drawnKindOf, isOffice, kindOf } from './file-kind.ts';

it('knows every type that can be uploaded', () => {
  expect(limits.upload.types.filter((type) => kindOf(type) === 'other')).toEqual([]);
  expect(['ico', 'm3u8', 'flv', 'exe', 'constructor', ''].map(kindOf)).toEqual(['image', 'video', 'video', 'other', 'other', 'other']);
});

it('draws pdf, docx and pptx in a frame, xlsx without one, and no Office format from before 2007', () => {
  expect(['pdf', 'docx', 'pptx', 'xlsx'].map(drawnKindOf)).toEqual(['pdf', 'word', 'powerpoint', undefined]);
  expect(['doc', 'ppt', 'png', 'exe'].map(drawnKindOf)).toEqual([undefined, undefined, undefined, undefined]);
  expect(['doc', 'pptx', 'pdf', 'png'].map(isOffice)).toEqual([true, true, false, false]);
});
