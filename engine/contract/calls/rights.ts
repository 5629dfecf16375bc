/** `data` of GET /api/sys/user/select-rights/{id}: why a person may do what they may. */
export interface RightsAnswer {
  /** They hold the role admin and so every permission. */
  admin: boolean;
  /** 正常, or why they cannot sign in. */
  userStatus: string;
  roles: { id: string; roleName: string; roleStatus: string; dataScope: string; orgs: string[] }[];
  /** The data scope on each resource on which they hold a permission. */
  reaches: ResourceReach[];
  functions: FunctionRight[];
}

/** A person's data scope on one resource: the union over the roles that grant a permission on it. */
export interface ResourceReach {
  resource: string;
  /** The title of one record. */
  title: string;
  /** The whole scope, in words. */
  reach: string;
  /** The scope of each role. */
  through: { roleName: string; reach: string }[];
}

export interface FunctionRight {
  id: string;
  parentId: string | null;
  functionName: string;
  functionStatus: string;
  permissions: PermissionRight[];
}

export interface PermissionRight {
  permission: string;
  held: boolean;
  /** The names of the roles that grant it. */
  through: string[];
  /** Why they do not hold it, in words; null when they do. */
  missing: string | null;
}
