import type { Resource } from '@back-office/contract/resource/resource.ts';
import { resources } from '@back-office/contract/resources/all.ts';
import type { Grant } from '../http/right.ts';

/**
 * Who may see a resource's records as choices: whoever works with it, and whoever works with a resource whose form or
 * filters refer to it, for those screens need them (wire.md: "the right that its screen needs"; decision 0006).
 */
export function picking(target: string): Grant[] {
  const refers = ({ name, form, search, fields }: Resource): boolean =>
    name === target ||
    [...form, ...search].some((field) => {
      const declared = fields[field];
      return (declared?.kind === 'reference' || declared?.kind === 'references') && declared.to === target;
    });
  return resources.filter(refers).map(({ name }) => ({ resource: name, permission: ['read', 'add', 'edit', 'import'] }));
}
