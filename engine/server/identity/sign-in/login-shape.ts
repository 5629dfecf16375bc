import type { Credentials, FunctionNode, LoginAnswer, RolesAnswer, SignedInUser } from '@back-office/contract/calls/login.ts';
import { z } from 'zod';
import { idShape, exactShape } from '@back-office/contract/calls/call-shape.ts';

/** The credentials of a session, as its client uses them. */
export const credentialsShape = exactShape<Credentials>({ accessToken: z.string(), secretKey: z.string() });

/** The answer of a sign-in. */
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

/** A function without its children. */
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

/** A function with its children. */
export const functionShape: z.ZodType<FunctionNode> = exactShape<FunctionNode>({
  ...functionFields,
  sysFunctions: z.lazy(() => z.array(functionShape)),
}).meta({ id: 'FunctionNode' });

/** The rights of a person. */
export const rolesShape = exactShape<RolesAnswer>({ roles: z.array(z.string()), functions: z.array(functionShape) });
