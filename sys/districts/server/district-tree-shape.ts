import { type CallShape, idShape } from '@back-office/contract/calls/call-shape.ts';
import { z } from 'zod';

const node = z
  .object({
    id: idShape,
    parentId: idShape.nullable(),
    districtCode: z.string(),
    districtName: z.string(),
    districtShortName: z.string().nullable(),
    districtLevel: z.string(),
    districtPinyin: z.string().nullable(),
    get sysDistricts() {
      return z.array(node);
    },
  })
  .meta({ id: 'DistrictNode' });

/** Request and response schemas of select-tree. */
export const districtTreeShape = {
  query: z.object({
    parentId: z.literal('').or(z.guid('上级地区不是有效的编号')).optional().describe('只取它的下一级；不写则为省、市、县的全部'),
  }),
  data: z.array(node),
} satisfies CallShape;
