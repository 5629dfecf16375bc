import { type CallShape, idShape, exactShape } from '@back-office/contract/calls/call-shape.ts';
import { z } from 'zod';

interface Place {
  id: string;
  parentId: string | null;
  orgName: string;
  orgCode: string;
  orgType: string | null;
  orgSort: number | null;
}
interface OrgNode extends Place {
  sysOrgs: OrgNode[];
}

const fields = {
  id: idShape,
  parentId: idShape.nullable(),
  orgName: z.string(),
  orgCode: z.string(),
  orgType: z.string().nullable(),
  orgSort: z.number().nullable(),
};
const node: z.ZodType<OrgNode> = exactShape<OrgNode>({ ...fields, sysOrgs: z.lazy(() => z.array(node)) }).meta({ id: 'OrgNode' });

/** Request and response schemas of the organisations' calls outside the generic pattern. */
export const orgShapes = {
  selectTree: { data: z.array(node) },
  selectSuper: {
    query: z.object({ id: z.string().optional().describe('正在修改的机构：它和它的下级不在其中') }),
    data: z.array(exactShape<Place>(fields)),
  },
} satisfies Record<string, CallShape>;
