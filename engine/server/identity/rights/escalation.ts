import type { Resource } from '@back-office/contract/resource/resource.ts';
import { type EffectiveRights, includesPermission } from './effective-rights.ts';
import { difference, type makeExceeds, noOrgs } from './org-sets.ts';

/** The rights that somebody would grant or revoke without holding them: everything, permission words, or organisations. */
export type Escalation = { readonly what: 'all' | 'reach' } | { readonly what: 'words'; readonly words: readonly string[] };

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

/** The parameters of a comparison of rights. One serves all holders, and keeps what it found out about sets of organisations. */
export interface Comparison {
  /** Resources for which the reach of a scope matters (`scopeSensitive`). */
  readonly matters: ReadonlySet<string>;
  /** Whether the first set has an organisation that the other lacks (`makeExceeds`), apart from those that are new, or gone. */
  readonly exceeds: ReturnType<typeof makeExceeds>;
}

/**
 * What changing the holder's rights from `before` to `after` grants beyond the giver's own: a permission on an organisation that neither the holder
 * had before nor the giver has. `exceeds` leaves out new organisations: they contain nothing yet.
 */
export function escalationByGranting(
  before: EffectiveRights,
  after: EffectiveRights,
  giver: EffectiveRights,
  { matters, exceeds }: Comparison,
): Escalation | undefined {
  if (giver.all || before.all) return undefined;
  if (after.all) return { what: 'all' };
  for (const [resource, { words, reach }] of after.on) {
    const [holderHad, giverHas] = [before.on.get(resource), giver.on.get(resource)];
    const fresh = words.filter((word) => !includesPermission(holderHad?.words, word));
    const lacking = fresh.filter((word) => !includesPermission(giverHas?.words, word));
    if (lacking.length > 0) return { what: 'words', words: [...new Set(lacking)] };
    if (!matters.has(resource)) continue;
    const gained = fresh.length > 0 ? reach : difference(reach, holderHad?.reach ?? noOrgs);
    if (exceeds(gained, giverHas?.reach)) return { what: 'reach' };
    const unknown = exceeds(gained, noOrgs) ? words.filter((word) => !includesPermission(giverHas?.words, word)) : [];
    if (unknown.length > 0) return { what: 'words', words: [...new Set(unknown)] };
  }
  return undefined;
}

/** What changing the holder's rights from `before` to `after` revokes beyond the taker's own. `exceeds` leaves out organisations that are gone. */
export function escalationByRevoking(
  before: EffectiveRights,
  after: EffectiveRights,
  taker: EffectiveRights,
  { matters, exceeds }: Comparison,
): Escalation | undefined {
  if (taker.all || after.all) return undefined;
  if (before.all) return { what: 'all' };
  for (const [resource, { words, reach }] of before.on) {
    const [holderKeeps, takerHas] = [after.on.get(resource), taker.on.get(resource)];
    const lacking = words.filter((word) => !includesPermission(holderKeeps?.words, word) && !includesPermission(takerHas?.words, word));
    if (lacking.length > 0) return { what: 'words', words: [...new Set(lacking)] };
    if (matters.has(resource) && exceeds(difference(reach, holderKeeps?.reach ?? noOrgs), takerHas?.reach)) return { what: 'reach' };
  }
  return undefined;
}
