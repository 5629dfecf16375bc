import { type CallShape, formShape, idShape, recordShape, exactShape, versionShape } from '@back-office/contract/calls/call-shape.ts';
import { credentialsShape } from '@back-office/server/identity/sign-in/login-shape.ts';
import { z } from 'zod';
import type { RolePreviewAnswer } from '../role-preview.ts';
import type { RoleReach } from '../role-reach.ts';
import { role } from '../role.ts';

/** Maximum number of functions in one grant. */
export const maxGrants = 5000;
const text = z.string();
const grant = z.object({ id: idShape, functionPermission: text });
const asked = z
  .array(idShape.or(z.strictObject({ id: idShape, functionPermission: text.nullish().describe('逗号分隔；不写则为该功能的全部权限') })))
  .max(maxGrants);
/** The grants that the sender read: 40900 if they have changed. */
const before = z.array(grant).max(maxGrants).describe('修改前读到的授权；已被他人修改时拒绝');

const ofRole = z.object({
  sysRoleId: z.string({ error: ({ input }) => (input === undefined ? '请选择角色' : '一次只能授权一个角色') }).min(1, '请选择角色'),
});

/** Request and response schemas of the calls on roles and their grants. */
export const roleShapes = {
  selectRoles: { data: z.array(z.object({ id: idShape, roleName: text, roleCode: text })) },
  selectReach: {
    data: exactShape<RoleReach>({
      dataScope: text,
      orgs: z.array(z.object({ id: idShape, orgName: text, below: z.int() })),
      more: z.int(),
      holders: z.int(),
      hidden: z.boolean(),
    }),
  },
  preview: { data: exactShape<RolePreviewAnswer>({ roleName: text, credentials: credentialsShape }) },
  selectFunctions: { query: ofRole, data: z.array(grant) },
  saveFunctions: { query: ofRole, body: asked.or(z.strictObject({ functions: asked, before })), data: z.array(grant) },
  saveAuthorization: {
    body: z.strictObject({
      role: formShape(role).extend({ id: z.guid('请选择角色'), ...versionShape.shape }),
      functions: asked,
      before: before.optional(),
    }),
    data: z.object({ role: recordShape(role), functions: z.array(grant) }),
  },
} satisfies Record<string, CallShape>;
