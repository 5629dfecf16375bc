import type { Office } from '@back-office/contract/office/office.ts';
import { subjectOf } from '@back-office/contract/office/menu.ts';
import { standardPermissions } from '@back-office/contract/resource/permission.ts';
import type { Right } from '../platform/http/right.ts';

/**
 * Calls that ask for a permission which no entry of the menu offers, or on a resource that is neither declared nor a page of the menu, a
 * sentence each: nobody can be granted it by itself. Told, but no reason not to start: `write` and `admin` imply it.
 */
export function unofferedRights(declared: ReadonlyMap<string, Right>, { menu, resources }: Pick<Office, 'menu' | 'resources'>): string[] {
  const offered = new Map(
    menu.flatMap(({ sections }) => sections.map((entry) => [subjectOf(entry), Object.keys(entry.permissions ?? {})] as const)),
  );
  const known = new Set([...offered.keys(), ...resources.map(({ name }) => name)]);
  const isOffered = (resource: string, word: string): boolean =>
    standardPermissions.some((standard) => standard === word) || (offered.get(resource) ?? []).includes(word);
  return [...declared].flatMap(([call, right]) => {
    if (typeof right === 'string') return [];
    const words = [right].flat().flatMap(({ resource, permission }) => [permission].flat().map((word) => ({ resource, word })));
    const unknown = new Set(words.map(({ resource }) => resource).filter((resource) => !known.has(resource)));
    const rest = words.filter(({ resource }) => known.has(resource));
    return [
      ...[...unknown].map(
        (resource) => `${call} asks for a permission on ${resource}, which is neither declared nor a page of the menu: correct the name`,
      ),
      ...(rest.some(({ resource, word }) => isOffered(resource, word)) ? [] : rest).map(
        ({ resource, word }) =>
          `${call} asks for ${word} on ${resource}, which no entry of the menu offers: name it under permissions of the entry that leads there`,
      ),
    ];
  });
}
