import type { Credentials, FunctionNode, LoginAnswer, RolesAnswer, SignedInUser } from '@back-office/contract/calls/login.ts';
import { z } from 'zod';
import { idShape, exactShape } from '@back-office/contract/calls/call-shape.ts';

/** A session, as whoever opened it uses it. */
export const credentialsShape = exactShape<Credentials>({ accessToken: z.string(), secretKey: z.string() });

/** What a sign-in gives. */
export const loginShape = exactShape<LoginAnswer>({
  roles: exactShape<SignedInUser>({
    userId: idShape,
    userName: z.string(),
    userAvatar: z.string().nullable(),
    userStatus: z.string(),
    userAccount: z.string(),
  }),
  credentials: credentialsShape,
});

const flag = z.enum(['是', '否']);

/** What a function is apart from those below it. */
export const functionFields = {
  id: idShape,
  parentId: idShape.nullable(),
  rootPath: z.string(),
  functionName: z.string(),
  functionIcon: z.string().nullable(),
  functionPermission: z.string().nullable(),
  isHidden: flag,
  isExternal: flag,
  functionComponent: z.string(),
  redirectPath: z.string().nullable(),
  functionSort: z.number().nullable(),
};

/** A function with those below it. */
export const functionShape: z.ZodType<FunctionNode> = exactShape<FunctionNode>({
  ...functionFields,
  sysFunctions: z.lazy(() => z.array(functionShape)),
}).meta({ id: 'FunctionNode' });

/** What somebody may do. */
export const rolesShape = exactShape<RolesAnswer>({ roles: z.array(z.string()), functions: z.array(functionShape) });
