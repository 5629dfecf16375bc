import type { Resource } from '@back-office/contract/resource/resource.ts';
import { resources } from '@back-office/sys/all.ts';
import { type EffectiveRights, holdsWord, type OrgSet } from './effective-rights.ts';

/** What somebody would give or take that they lack: everything, words of permissions, or organisations. */
export type Escalation = { readonly what: 'all' | 'reach' } | { readonly what: 'words'; readonly words: readonly string[] };

const none: OrgSet = { all: false, orgs: new Set() };
const scoped = new Set(resources.filter(({ scope }) => scope !== undefined).map(({ name }) => name));
/** Resources on which it matters whom a scope reaches: those with scopes, and those that choose from them. */
const matters = new Set(
  resources
    .filter(({ name, form, search, fields }) => scoped.has(name) || [...form, ...search].some(choosesIn(fields)))
    .map(({ name }) => name),
);

function choosesIn(fields: Resource['fields']): (name: string) => boolean {
  return (name) => {
    const field = fields[name];
    if (field?.kind === 'ids') return field.to.some((to) => scoped.has(to));
    return (field?.kind === 'reference' || field?.kind === 'references') && scoped.has(field.to);
  };
}

/** Whether there is an organisation in the one set and not in the other. */
export function exceeds(set: OrgSet, other: OrgSet | undefined, exists: (org: string) => boolean = () => true): boolean {
  if (other?.all === true) return false;
  return set.all || set.orgs.values().some((id) => exists(id) && other?.orgs.has(id) !== true);
}

const less = (set: OrgSet, other: OrgSet): OrgSet =>
  other.all ? none : { all: set.all, orgs: new Set([...set.orgs].filter((id) => !other.orgs.has(id))) };

/**
 * What holding `after` in the place of `before` gives that the giver lacks: a permission on an organisation that neither
 * the holder had before nor the giver has. `exists` leaves out organisations that are new: there is nothing in them yet.
 */
export function escalationByGranting(
  before: EffectiveRights,
  after: EffectiveRights,
  giver: EffectiveRights,
  exists?: (org: string) => boolean,
): Escalation | undefined {
  if (giver.all || before.all) return undefined;
  if (after.all) return { what: 'all' };
  for (const [resource, { words, reach }] of after.on) {
    const [had, has] = [before.on.get(resource), giver.on.get(resource)];
    const fresh = words.filter((word) => !holdsWord(had?.words, word));
    const lacking = fresh.filter((word) => !holdsWord(has?.words, word));
    if (lacking.length > 0) return { what: 'words', words: [...new Set(lacking)] };
    if (!matters.has(resource)) continue;
    const gained = fresh.length > 0 ? reach : less(reach, had?.reach ?? none);
    if (exceeds(gained, has?.reach, exists)) return { what: 'reach' };
    const unknown = exceeds(gained, none, exists) ? words.filter((word) => !holdsWord(has?.words, word)) : [];
    if (unknown.length > 0) return { what: 'words', words: [...new Set(unknown)] };
  }
  return undefined;
}

/** What holding `after` in the place of `before` takes that the taker lacks. `exists` leaves out organisations that are gone. */
export function escalationByRevoking(
  before: EffectiveRights,
  after: EffectiveRights,
  taker: EffectiveRights,
  exists?: (org: string) => boolean,
): Escalation | undefined {
  if (taker.all || after.all) return undefined;
  if (before.all) return { what: 'all' };
  for (const [resource, { words, reach }] of before.on) {
    const [keeps, has] = [after.on.get(resource), taker.on.get(resource)];
    const lacking = words.filter((word) => !holdsWord(keeps?.words, word) && !holdsWord(has?.words, word));
    if (lacking.length > 0) return { what: 'words', words: [...new Set(lacking)] };
    if (matters.has(resource) && exceeds(less(reach, keeps?.reach ?? none), has?.reach, exists)) return { what: 'reach' };
  }
  return undefined;
}
