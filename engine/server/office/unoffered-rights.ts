import type { Office } from '@back-office/contract/office/office.ts';
import { subjectOf } from '@back-office/contract/office/menu.ts';
import { standardPermissions } from '@back-office/contract/resource/permission.ts';
import type { Right } from '../platform/http/right.ts';

/**
 * Calls that ask for a permission which no entry of the menu offers, a sentence each: nobody can be granted it by itself. Told, but
 * no reason not to start: `write` and `admin` imply it.
 */
export function unofferedRights(declared: ReadonlyMap<string, Right>, { menu }: Pick<Office, 'menu'>): string[] {
  const offered = new Map(
    menu.flatMap(({ sections }) => sections.map((entry) => [subjectOf(entry), Object.keys(entry.permissions ?? {})] as const)),
  );
  const isOffered = (resource: string, word: string): boolean =>
    standardPermissions.some((known) => known === word) || (offered.get(resource) ?? []).includes(word);
  return [...declared].flatMap(([call, right]) => {
    if (typeof right === 'string') return [];
    const words = [right].flat().flatMap(({ resource, permission }) => [permission].flat().map((word) => ({ resource, word })));
    if (words.some(({ resource, word }) => isOffered(resource, word))) return [];
    return words.map(
      ({ resource, word }) =>
        `${call} asks for ${word} on ${resource}, which no entry of the menu offers: name it under permissions of the entry that leads there`,
    );
  });
}
