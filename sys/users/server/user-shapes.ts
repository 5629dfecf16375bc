import {
  type CallShape,
  idShape,
  nothing,
  recordShape,
  exactShape,
  timeShape,
  versionShape,
} from '@back-office/contract/calls/call-shape.ts';
import type { FunctionRight, PermissionRight, ResourceReach, RightsAnswer } from '@back-office/contract/calls/rights.ts';
import type { RecordOf } from '@back-office/contract/resource/row.ts';
import { rolesShape } from '@back-office/server/identity/sign-in/login-shape.ts';
import { z } from 'zod';
import type { ownUser } from '../own-user.ts';
import type { ResetPassword } from '../reset-password.ts';
import { user } from '../user.ts';

const text = z.string();
const record = recordShape(user);
const refusal = z.object({ code: z.int(), message: z.string(), data: z.unknown() });

const permission = exactShape<PermissionRight>({
  permission: text,
  held: z.boolean(),
  through: z.array(text).describe('由哪些角色得到'),
  missing: text.nullable().describe('缺什么'),
});
const right = exactShape<FunctionRight>({
  id: idShape,
  parentId: idShape.nullable(),
  functionName: text,
  functionStatus: text,
  permissions: z.array(permission),
});
const reach = exactShape<ResourceReach>({
  resource: text,
  title: text,
  reach: text,
  through: z.array(z.object({ roleName: text, reach: text })),
});

const [named, yesOrNo] = [text.nullable(), z.enum(['是', '否'])];
const own = exactShape<RecordOf<typeof ownUser>>({
  id: idShape,
  version: z.int(),
  userAccount: text,
  userName: text,
  userAvatar: idShape.nullable(),
  userGender: named,
  userPhone: named,
  userEmail: named,
  userStatus: text,
  sysOrgId: idShape.nullable(),
  sysOrgIdLabel: named,
  sysDeptId: idShape.nullable(),
  sysDeptIdLabel: named,
  sysRoleIds: z.array(idShape),
  sysRoleIdsLabel: z.array(text),
  twoStepRequired: yesOrNo,
  twoStep: yesOrNo,
  lastLoginTime: timeShape.nullable(),
  createTime: timeShape,
  createUser: idShape.nullable(),
  createUserLabel: named,
  updateTime: timeShape,
  updateUser: idShape.nullable(),
  updateUserLabel: named,
});

/** Request and response schemas of the users' calls outside the generic pattern. */
export const userShapes = {
  selectRoles: { data: rolesShape },
  selectInfo: { data: own },
  selectRights: {
    data: exactShape<RightsAnswer>({
      admin: z.boolean(),
      userStatus: text,
      roles: z.array(z.object({ id: idShape, roleName: text, roleStatus: text, dataScope: text, orgs: z.array(text) })),
      reaches: z.array(reach),
      functions: z.array(right),
    }),
  },
  approve: { body: versionShape, data: record },
  approveEach: {
    body: z.array(versionShape.extend({ id: idShape })),
    data: z.object({ results: z.array(z.union([z.object({ saved: record }), z.object({ refused: refusal })])) }),
  },
  refuse: { body: versionShape.extend({ reason: z.string('请填写拒绝原因').trim() }), data: record },
  resetPassword: { data: exactShape<ResetPassword>({ oneTimePassword: z.string().describe('只返回这一次') }) },
  resetTwoFactor: { data: nothing },
} satisfies Record<string, CallShape>;
