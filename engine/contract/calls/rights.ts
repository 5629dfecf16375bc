/** `data` of GET /api/sys/user/select-rights/{id}: why a person may do what they may. */
export interface RightsAnswer {
  /** They hold the role admin and so everything. */
  admin: boolean;
  /** 正常, or why they cannot sign in at all. */
  userStatus: string;
  roles: { id: string; roleName: string; roleStatus: string; dataScope: string; orgs: string[] }[];
  /** What they reach on each resource on which they hold a permission. */
  reaches: ResourceReach[];
  functions: FunctionRight[];
}

/** What a person reaches on one resource: the union over the roles that grant a permission on it. */
export interface ResourceReach {
  resource: string;
  /** What one record is called. */
  title: string;
  /** All of it, in words. */
  reach: string;
  /** What each of the roles adds. */
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
  /** Names of the roles through which they hold it. */
  through: string[];
  /** What is missing, in words; null when they hold it. */
  missing: string | null;
}
