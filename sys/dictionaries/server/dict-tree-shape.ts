import { limits } from '@back-office/contract/limits.ts';
import { type CallShape, idShape, pagedBy } from '@back-office/contract/calls/call-shape.ts';
import { z } from 'zod';

const node = z
  .object({
    id: idShape,
    parentId: idShape.nullable(),
    dictLabel: z.string(),
    dictValue: z.string(),
    dictValueType: z.enum(['Number', 'Object', 'Array', 'String']),
    dictColor: z.string().nullable(),
    dictSort: z.number().nullable(),
    get sysDicts() {
      return z.array(node);
    },
  })
  .meta({ id: 'DictNode' });

/** Request and response schemas of select-tree: every enabled entry; a page counts dictionaries, not entries. */
export const dictTreeShape = {
  query: pagedBy(limits.dictLimit),
  data: z.object({ items: z.array(node), total: z.int() }),
} satisfies CallShape;
