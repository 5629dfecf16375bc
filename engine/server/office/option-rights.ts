import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { Grant } from '../platform/http/right.ts';

/** Screens that choose from records that no field of theirs refers to, with the right that opens them: by what they choose from. */
export type Choosers = Readonly<Record<string, Grant>>;

/**
 * Who may see a resource's records as choices: whoever works with it, and whoever works with a resource whose form or
 * filters refer to it, for those screens need them (docs/wire.md "Specific calls";
 * docs/decisions/0006-rights-and-choices.md). `choosers` are what features say besides.
 */
export function optionRights(target: string, resources: readonly Resource[], choosers: readonly Choosers[]): Grant[] {
  const refers = ({ name, form, search, fields }: Resource): boolean =>
    name === target ||
    [...form, ...search].some((field) => {
      const declared = fields[field];
      if (declared?.kind === 'ids') return declared.to.includes(target);
      return (declared?.kind === 'reference' || declared?.kind === 'references') && declared.to === target;
    });
  const grants = resources.filter(refers).map(({ name }) => ({ resource: name, permission: ['read', 'add', 'edit', 'import'] }));
  return [...grants, ...choosers.flatMap((some) => (some[target] === undefined ? [] : [some[target]].flat()))];
}
