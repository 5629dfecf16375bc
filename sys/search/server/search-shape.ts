import type { Found, FoundGroup, SearchAnswer } from '@back-office/contract/calls/search.ts';
import { isPlainText } from '@back-office/contract/resource/plain-text.ts';
import { type CallShape, idShape, exactShape } from '@back-office/contract/calls/call-shape.ts';
import { z } from 'zod';

const tooLong = '搜索内容不能超过 100 个字符';
const found = exactShape<Found>({ id: idShape, label: z.string(), detail: z.string().nullable() });
const group = exactShape<FoundGroup>({ resource: z.string(), title: z.string(), items: z.array(found), more: z.boolean() });

/** Request and response schemas of the search. */
export const searchShape = {
  query: z.object({
    q: z.string(tooLong).max(100, tooLong).refine(isPlainText, '搜索内容含有不可见的控制字符').default('').describe('要找的文字'),
  }),
  data: exactShape<SearchAnswer>({ groups: z.array(group) }),
} satisfies CallShape;
