/** A set of organisations; with `all`, every organisation there is. It never changes, so that what is found out about it may be kept. */
export interface OrgSet {
  readonly all: boolean;
  readonly orgs: ReadonlySet<string>;
}

export const noOrgs: OrgSet = { all: false, orgs: new Set() };

export const allOrgs: OrgSet = { all: true, orgs: new Set() };

/** What two sets gave, for as long as both exist: thousands of holders of a role share a few sets of hundreds of organisations. */
type Pairs<Value> = WeakMap<OrgSet, WeakMap<OrgSet, Value>>;

function ofPair<Value>(kept: Pairs<Value>, one: OrgSet, other: OrgSet, make: () => Value): Value {
  const ofOne = kept.get(one) ?? new WeakMap<OrgSet, Value>();
  kept.set(one, ofOne);
  const found = ofOne.get(other) ?? make();
  ofOne.set(other, found);
  return found;
}

const unions: Pairs<OrgSet> = new WeakMap();
const differences: Pairs<OrgSet> = new WeakMap();

/** The organisations of both sets: one of the two sets itself, if it has them all. */
export function union(one: OrgSet, other: OrgSet): OrgSet {
  if (one === other || one.all || other === noOrgs) return one;
  if (other.all || one === noOrgs) return other;
  return ofPair(unions, one, other, () => {
    if (other.orgs.isSubsetOf(one.orgs)) return one;
    return one.orgs.isSubsetOf(other.orgs) ? other : { all: false, orgs: one.orgs.union(other.orgs) };
  });
}

/** The organisations of the set that the other lacks. */
export function difference(set: OrgSet, other: OrgSet): OrgSet {
  if (set === other || other.all) return noOrgs;
  if (set.all || other === noOrgs) return set;
  return ofPair(differences, set, other, () => {
    const orgs = set.orgs.difference(other.orgs);
    return orgs.size === 0 ? noOrgs : { all: false, orgs };
  });
}

/** Answers whether a set has an organisation that another lacks, of those alone that `exists` names. */
export function makeExceeds(exists: (org: string) => boolean = () => true): (set: OrgSet, other?: OrgSet) => boolean {
  const kept: Pairs<boolean> = new WeakMap();
  return (set, other = noOrgs) => {
    if (other.all || set === noOrgs) return false;
    return set.all || ofPair(kept, set, other, () => set.orgs.values().some((id) => exists(id) && !other.orgs.has(id)));
  };
}
