/** `data` of POST /api/login (docs/wire.md "Session"). */
export interface LoginAnswer {
  roles: SignedInUser;
  credentials: Credentials;
}

/** The header that identifies a browser that has signed in before: 32 random bytes of its own, as base64url. */
export const deviceHeader = 'x-device';

export interface SignedInUser {
  userId: string;
  userName: string;
  userAvatar: string | null;
  userStatus: string;
  userAccount: string;
}

export interface Credentials {
  accessToken: string;
  /** base64 of 32 random bytes: the key of this session. */
  secretKey: string;
}

/** `data` of GET /api/sys/user/select-roles. */
export interface RolesAnswer {
  roles: string[];
  functions: FunctionNode[];
}

/** A function record in a tree (docs/spec.md 3; docs/wire.md "Fields": function). */
export interface FunctionNode {
  id: string;
  parentId: string | null;
  rootPath: string;
  functionName: string;
  functionIcon: string | null;
  functionPermission: string | null;
  isHidden: '是' | '否';
  isExternal: '是' | '否';
  functionComponent: string;
  redirectPath: string | null;
  functionSort: number | null;
  sysFunctions: FunctionNode[];
}
