import type { Resource } from '@back-office/contract/resource/resource.ts';
import { type EffectiveRights, includesPermission, type OrgSet } from './effective-rights.ts';

/** The rights that somebody would grant or revoke without holding them: everything, permission words, or organisations. */
export type Escalation = { readonly what: 'all' | 'reach' } | { readonly what: 'words'; readonly words: readonly string[] };

const none: OrgSet = { all: false, orgs: new Set() };
const known = new WeakMap<readonly Resource[], ReadonlySet<string>>();

/** Names of the resources for which the reach of a scope matters: those with scopes, and those whose fields refer to them. */
export function scopeSensitive(resources: readonly Resource[]): ReadonlySet<string> {
  const found = known.get(resources) ?? findScopeSensitive(resources);
  known.set(resources, found);
  return found;
}

function findScopeSensitive(resources: readonly Resource[]): ReadonlySet<string> {
  const scoped = new Set(resources.filter(({ scope }) => scope !== undefined).map(({ name }) => name));
  const chooses = ({ form, search, fields }: Resource): boolean =>
    [...form, ...search].some((name) => {
      const field = fields[name];
      if (field?.kind === 'ids') return field.to.some((to) => scoped.has(to));
      return (field?.kind === 'reference' || field?.kind === 'references') && scoped.has(field.to);
    });
  return new Set(resources.filter((resource) => scoped.has(resource.name) || chooses(resource)).map(({ name }) => name));
}

/** The parameters of a comparison of rights. */
interface Comparison {
  /** Resources for which the reach of a scope matters (`scopeSensitive`). */
  readonly matters: ReadonlySet<string>;
  /** Excludes organisations that are new, or gone. */
  readonly exists?: (org: string) => boolean;
}

/** Whether the first set has an organisation that the other lacks. */
export function exceeds(set: OrgSet, other: OrgSet | undefined, exists: (org: string) => boolean = () => true): boolean {
  if (other?.all === true) return false;
  return set.all || set.orgs.values().some((id) => exists(id) && other?.orgs.has(id) !== true);
}

const difference = (set: OrgSet, other: OrgSet): OrgSet =>
  other.all ? none : { all: set.all, orgs: new Set([...set.orgs].filter((id) => !other.orgs.has(id))) };

/**
 * What changing the holder's rights from `before` to `after` grants beyond the giver's own: a permission on an organisation that neither the holder
 * had before nor the giver has. `exists` excludes new organisations: they contain nothing yet.
 */
export function escalationByGranting(
  before: EffectiveRights,
  after: EffectiveRights,
  giver: EffectiveRights,
  { matters, exists }: Comparison,
): Escalation | undefined {
  if (giver.all || before.all) return undefined;
  if (after.all) return { what: 'all' };
  for (const [resource, { words, reach }] of after.on) {
    const [holderHad, giverHas] = [before.on.get(resource), giver.on.get(resource)];
    const fresh = words.filter((word) => !includesPermission(holderHad?.words, word));
    const lacking = fresh.filter((word) => !includesPermission(giverHas?.words, word));
    if (lacking.length > 0) return { what: 'words', words: [...new Set(lacking)] };
    if (!matters.has(resource)) continue;
    const gained = fresh.length > 0 ? reach : difference(reach, holderHad?.reach ?? none);
    if (exceeds(gained, giverHas?.reach, exists)) return { what: 'reach' };
    const unknown = exceeds(gained, none, exists) ? words.filter((word) => !includesPermission(giverHas?.words, word)) : [];
    if (unknown.length > 0) return { what: 'words', words: [...new Set(unknown)] };
  }
  return undefined;
}

/** What changing the holder's rights from `before` to `after` revokes beyond the taker's own. `exists` excludes organisations that are gone. */
export function escalationByRevoking(
  before: EffectiveRights,
  after: EffectiveRights,
  taker: EffectiveRights,
  { matters, exists }: Comparison,
): Escalation | undefined {
  if (taker.all || after.all) return undefined;
  if (before.all) return { what: 'all' };
  for (const [resource, { words, reach }] of before.on) {
    const [holderKeeps, takerHas] = [after.on.get(resource), taker.on.get(resource)];
    const lacking = words.filter((word) => !includesPermission(holderKeeps?.words, word) && !includesPermission(takerHas?.words, word));
    if (lacking.length > 0) return { what: 'words', words: [...new Set(lacking)] };
    if (matters.has(resource) && exceeds(difference(reach, holderKeeps?.reach ?? none), takerHas?.reach, exists)) return { what: 'reach' };
  }
  return undefined;
}
