/**
 * Which records a person reaches: the union of his enabled roles' data scopes (wire.md, role: dataScope). Nothing set
 * is nothing seen.
 */
export interface DataScope {
  readonly all: boolean;
  /** 本人: what he made or is. */
  readonly own: boolean;
  /** 本机构: records of his organisation. */
  readonly org: boolean;
  /** 本机构及下级: of his organisation and those below it. */
  readonly orgAndBelow: boolean;
  /** 自定义: of the organisations that these roles list. */
  readonly customRoles: readonly string[];
}

/** The union of roles' scopes; `all` for an administrator. */
export function dataScopeOf(roles: readonly { id: string; dataScope: string }[], isAdmin: boolean): DataScope {
  const has = (scope: string): boolean => roles.some(({ dataScope }) => dataScope === scope);
  return {
    all: isAdmin || has('全部'),
    own: has('本人'),
    org: has('本机构'),
    orgAndBelow: has('本机构及下级'),
    customRoles: roles.filter(({ dataScope }) => dataScope === '自定义').map(({ id }) => id),
  };
}
