/** What a signed-in user may do: everything, or permission words by resource (docs/wire.md "Specific calls"). */
export interface Rights {
  readonly all: boolean;
  readonly byResource: Readonly<Record<string, readonly string[]>>;
}

/** Words that every page knows; a function may name others besides (docs/wire.md "Specific calls"). */
export const standardPermissions = ['read', 'add', 'edit', 'delete', 'import', 'export', 'write', 'admin'] as const;

/** No rights at all. */
export const noRights: Rights = { all: false, byResource: {} };

/**
 * The one place where a right is asked, by the server before every call and by the browser for every button.
 * `write` and `admin` imply every permission of their resource.
 */
export function may(rights: Rights, resource: string, permission: string): boolean {
  if (rights.all) return true;
  const held = Object.hasOwn(rights.byResource, resource) ? rights.byResource[resource] : undefined;
  return held !== undefined && (held.includes(permission) || held.includes('write') || held.includes('admin'));
}
