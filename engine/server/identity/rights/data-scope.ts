import { dataScopes } from '@back-office/contract/data-scopes.ts';
import type { Rights } from '@back-office/contract/resource/permission.ts';

/** The records of a resource that a person reaches (docs/wire.md "Fields": dataScope). With nothing set they reach none. */
export interface DataScope {
  readonly all: boolean;
  /** 本人: records that they created or that are theirs. */
  readonly own: boolean;
  /** 本机构: records of their organisation. */
  readonly org: boolean;
  /** 本机构及下级: of their organisation and those below it. */
  readonly orgAndBelow: boolean;
  /** 自定义: of the organisations that these roles list. */
  readonly customRoles: readonly string[];
  /** Whose organisation 本机构 and 本机构及下级 mean; without it, the caller's. */
  readonly whose?: string;
  /** Limits all of the above to what this scope reaches too. */
  readonly within?: DataScope;
}

/** The rights and scopes of a person; in a preview those of the role, limited to what its person holds. */
export interface ScopeHolder {
  readonly rights: Rights;
  readonly scopes: readonly RoleScope[];
  readonly preview?: { readonly own: ScopeHolder } | undefined;
}

/** One enabled role of a person: its scope, and the resources on which it grants a permission. */
export interface RoleScope {
  readonly id: string;
  readonly dataScope: string;
  readonly resources: readonly string[];
  /** A fingerprint of the organisations that it lists or that lie below the person's: it changes when they do. */
  readonly reach: string | null;
  /** For an API key that others made or handed over: limits the scope to the organisations that each of them reaches. */
  readonly within?: readonly Maker[];
}

/** The person who made an API key for somebody else or handed it over, with what they hold at this moment. */
export interface Maker extends ScopeHolder {
  readonly userId: string;
}

/**
 * What a person reaches on a resource: the union of the scopes of those of their roles that grant a permission on it,
 * so that a role widens only what it grants (docs/wire.md "Specific calls"). For several resources, the union.
 */
export function scopeOf({ rights, scopes, preview }: ScopeHolder, ...resources: readonly string[]): DataScope {
  const granting = scopes.filter((role) => resources.some((name) => role.resources.includes(name)));
  const granted = grantedScope(rights, granting);
  if (preview !== undefined) {
    const held = scopeOf(preview.own, ...resources);
    return held.all ? granted : within(granted, held);
  }
  return (granting[0]?.within ?? []).reduce((scope, maker) => {
    const held = scopeOf(maker, ...resources);
    // What is a person's own is reached by a key whoever made it: 本人 counts as no reach when rights are granted.
    return held.all ? scope : within(scope, { ...held, own: granted.own, whose: maker.userId });
  }, granted);
}

/** A scope limited to what another reaches too. */
function within(scope: DataScope, limit: DataScope): DataScope {
  if (scope.all) return limit;
  return { ...scope, within: scope.within === undefined ? limit : within(scope.within, limit) };
}

function grantedScope(rights: Rights, granting: readonly RoleScope[]): DataScope {
  const has = (scope: string): boolean => granting.some(({ dataScope }) => dataScope === scope);
  return {
    all: rights.all || has(dataScopes.all),
    own: has(dataScopes.own),
    org: has(dataScopes.org),
    orgAndBelow: has(dataScopes.orgAndBelow),
    customRoles: granting.filter(({ dataScope }) => dataScope === dataScopes.custom).map(({ id }) => id),
  };
}

/** A fingerprint of all that a person reaches on a resource, through their roles and their organisation: it changes when either does. */
export function reachFingerprint(
  { rights, scopes, sysOrgId, preview }: ScopeHolder & { sysOrgId: string | null },
  resource: string,
): string {
  const granting = scopes.filter(({ resources }) => resources.includes(resource));
  const marks = new Set(granting.map(({ dataScope, reach }) => `${dataScope} ${reach ?? ''}`));
  // An administrator reaches everything without a grant.
  if (rights.all) marks.add(dataScopes.all);
  // A preview of a role must not reach the exports of people who really hold that role.
  return JSON.stringify([sysOrgId, ...[...marks].toSorted(), ...(preview === undefined ? [] : ['preview'])]);
}
