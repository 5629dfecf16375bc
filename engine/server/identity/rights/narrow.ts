import { commonRights, may, type Rights } from '@back-office/contract/resource/permission.ts';
import { dataScopes } from '@back-office/contract/data-scopes.ts';
import { type EffectiveRights, includesPermission } from './effective-rights.ts';
import { allOrgs, type OrgSet } from './org-sets.ts';
import type { Maker, RoleScope } from './data-scope.ts';

interface Held {
  readonly rights: Rights;
  readonly scopes: readonly RoleScope[];
}

const everything = ['write', 'admin'];

/**
 * The intersection of the rights a person holds with a list of rights, each a `resource:permission`: never more than
 * they hold, and never more than is listed (docs/wire.md "Programs"). `makers` made the key for them or handed it over: what it reaches through the person is
 * limited to what each of these holds and reaches as well.
 */
export function narrow(held: Held, listed: readonly string[], makers: readonly Maker[] = []): Held {
  const rights = makers.reduce((common, maker) => commonRights(common, maker.rights), held.rights);
  const byResource: Record<string, string[]> = {};
  for (const [resource, words] of Map.groupBy(listed.map(split), ([name]) => name)) {
    const kept = words.map(([, word]) => word).filter((word) => may(rights, resource, word));
    // `write` and `admin` stand for every permission that the person holds on the resource.
    const all = words.some(([, word]) => everything.includes(word)) ? (wordsOn(rights, resource) ?? []) : [];
    if (kept.length + all.length > 0) byResource[resource] = [...new Set([...kept, ...all])];
  }
  const names = Object.keys(byResource);
  return {
    rights: { all: false, byResource },
    scopes: (held.rights.all ? [{ id: '', dataScope: dataScopes.all, resources: names, reach: null }] : held.scopes).map((scope) => ({
      ...scope,
      resources: scope.resources.filter((name) => names.includes(name)),
      ...(makers.length === 0 ? {} : { within: makers }),
    })),
  };
}

/** The same for the rights that count when rights are granted and revoked: those outside the list count as not held. */
export function narrowEffective(own: EffectiveRights, { all, byResource }: Rights): EffectiveRights {
  if (all) return own;
  const on = new Map<string, { words: readonly string[]; reach: OrgSet }>();
  for (const [resource, words] of Object.entries(byResource)) {
    const held = own.all ? { words, reach: allOrgs } : own.on.get(resource);
    if (held !== undefined) on.set(resource, { words: words.filter((word) => includesPermission(held.words, word)), reach: held.reach });
  }
  return { all: false, on };
}

const wordsOn = ({ byResource }: Rights, resource: string): readonly string[] | undefined =>
  Object.hasOwn(byResource, resource) ? byResource[resource] : undefined;

function split(right: string): [resource: string, word: string] {
  const at = right.indexOf(':');
  return [right.slice(0, at), right.slice(at + 1)];
}
