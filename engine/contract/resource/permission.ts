/** The rights of a signed-in user: everything, or permission words by resource (docs/wire.md "Specific calls"). */
export interface Rights {
  readonly all: boolean;
  readonly byResource: Readonly<Record<string, readonly string[]>>;
}

/**
 * The standard permissions of every page; a function may name others besides (docs/wire.md "Specific calls").
 * @example
 * const isOfOurOwn = (permission: string) => !standardPermissions.some((word) => word === permission);
 */
export const standardPermissions = ['read', 'add', 'edit', 'delete', 'import', 'export', 'write', 'admin'] as const;

/** The rights that both have. */
export function commonRights(one: Rights, other: Rights): Rights {
  if (one.all) return other;
  if (other.all) return one;
  const shared = Object.keys(one.byResource).map((resource) => {
    const words = new Set([...(one.byResource[resource] ?? []), ...(other.byResource[resource] ?? [])]);
    return [resource, [...words].filter((word) => may(one, resource, word) && may(other, resource, word))] as const;
  });
  return { all: false, byResource: Object.fromEntries(shared.filter(([, words]) => words.length > 0)) };
}

/** No rights at all. */
export const noRights: Rights = { all: false, byResource: {} };

/**
 * The only check of a permission, used by the server before every call and by the browser for every button. `write` and `admin` imply every
 * permission on their resource.
 * @example
 * const maySign = (rights: Parameters<typeof may>[0]) => may(rights, 'acme/agreement', 'sign');
 */
export function may(rights: Rights, resource: string, permission: string): boolean {
  if (rights.all) return true;
  const held = Object.hasOwn(rights.byResource, resource) ? rights.byResource[resource] : undefined;
  return held !== undefined && (held.includes(permission) || held.includes('write') || held.includes('admin'));
}
