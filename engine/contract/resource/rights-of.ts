import { resourceName } from './name-patterns.ts';
import type { Rights } from './permission.ts';

/** The role whose holders may do everything; it is seeded, and nobody can change it. */
const adminRole = 'admin';

/**
 * The rights given by roles and their grants. A grant's `component` names the page it was made on, such as sys/user/list, and thus the resource
 * sys/user; `permission` is comma-separated.
 */
export function rightsOf(roles: readonly string[], grants: readonly { component: string; permission: string | null }[]): Rights {
  const byResource: Record<string, string[]> = {};
  for (const { component, permission } of grants) {
    const resource = resourceOfPage(component);
    if (resource === undefined) continue;
    const held = (byResource[resource] ??= []);
    for (const word of (permission ?? '').split(',')) if (word !== '' && !held.includes(word)) held.push(word);
  }
  return { all: roles.includes(adminRole), byResource };
}

/** The resource that a page such as sys/user/list shows; undefined for containers and for pages without a resource. */
export function resourceOfPage(component: string): string | undefined {
  return new RegExp(`^(${resourceName})(?:/[a-z-]+)?$`).exec(component)?.[1];
}
