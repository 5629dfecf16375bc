import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allOrgs, difference, makeExceeds, noOrgs, type OrgSet, union } from './org-sets.ts';

const known = ['a', 'b', 'c', 'd', 'e'];
const some: fc.Arbitrary<OrgSet> = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(allOrgs, noOrgs) },
  { weight: 6, arbitrary: fc.subarray(known).map((orgs) => ({ all: false, orgs: new Set(orgs) })) },
);
// As in the world of one more organisation than any set lists, which only `all` has.
const listed = ({ all, orgs }: OrgSet): string[] => (all ? [...known, 'other'] : [...orgs]).toSorted();
const existing = (org: string): boolean => org !== 'a';

/** Several questions about the same few sets, whose answers are kept. */
describe('sets of organisations', () => {
  it('give the same, however often they are combined, as lists of their organisations', () => {
    fc.assert(
      fc.property(fc.array(some, { minLength: 1, maxLength: 4 }), (sets) => {
        const [exceeds, exceedsExisting] = [makeExceeds(), makeExceeds(existing)];
        for (const one of [...sets, ...sets])
          for (const other of sets) {
            const [inOne, inOther] = [listed(one), listed(other)];
            const missing = inOne.filter((org) => !inOther.includes(org));
            expect(listed(union(one, other))).toEqual([...new Set([...inOne, ...inOther])].toSorted());
            expect(exceeds(one, other)).toBe(missing.length > 0);
            expect(exceedsExisting(one, other)).toBe(missing.some(existing));
            expect(exceeds(difference(one, other))).toBe(missing.length > 0);
            if (!one.all) expect(listed(difference(one, other))).toEqual(missing);
          }
      }),
    );
  });
});
