import { type CallShape, idShape, nothing, recordShape, exactShape, versionShape } from '@back-office/contract/calls/call-shape.ts';
import { rolesShape } from '@back-office/server/identity/session/login-shape.ts';
import { z } from 'zod';
import type { ResetPassword } from '../../account/own.ts';
import { user } from '../user.ts';

const record = recordShape(user);
const refusal = z.object({ code: z.int(), message: z.string(), data: z.unknown() });

/** What the calls on people that are not the pattern read and give. */
export const userShapes = {
  selectRoles: { data: rolesShape },
  selectInfo: { data: record },
  approve: { body: versionShape, data: record },
  approveEach: {
    body: z.array(versionShape.extend({ id: idShape })),
    data: z.object({ results: z.array(z.union([z.object({ saved: record }), z.object({ refused: refusal })])) }),
  },
  refuse: { body: versionShape.extend({ reason: z.string('请填写拒绝原因').trim() }), data: record },
  resetPassword: { data: exactShape<ResetPassword>({ oneTimePassword: z.string().describe('只返回这一次') }) },
  resetTwoFactor: { data: nothing },
} satisfies Record<string, CallShape>;
