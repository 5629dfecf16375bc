import type { Resource } from '@back-office/contract/resource/resource.ts';
import { resources } from '@back-office/contract/resources/all.ts';
import type { Grant } from '../http/right.ts';

/**
 * Who may see a resource's records as choices: who may read it, and who may add or edit records of a resource whose
 * form refers to it, for that screen needs them (wire.md: "the right that its screen needs").
 */
export function picking(target: string): Grant[] {
  const refers = ({ form, fields }: Resource): boolean =>
    form.some((name) => {
      const field = fields[name];
      return (field?.kind === 'reference' || field?.kind === 'references') && field.to === target;
    });
  const editors = resources.filter(refers).map(({ name }): Grant => ({ resource: name, permission: ['add', 'edit', 'import'] }));
  return [{ resource: target, permission: ['read', 'add', 'edit'] }, ...editors];
}
