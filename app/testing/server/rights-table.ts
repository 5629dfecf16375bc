import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { office as product } from '../../office.ts';
import { baseModule } from '@back-office/contract/office/module-names.ts';
import type { Office } from '@back-office/contract/office/office.ts';
import { optionRights } from '@back-office/server/office/option-rights.ts';
import { parentFieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import type { Grant } from '@back-office/server/platform/http/right.ts';

/** One reviewed line of rights-table.txt. */
export interface TableRow {
  route: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  right: 'public' | 'session' | 'own' | Grant[];
}

/**
 * Reads the reviewed table of every route and its right, with the lines of the pattern for each resource that follows it,
 * and `calls`, the lines of a module's own calls. Whoever refers to a resource sees it as choices: of resources of other
 * modules than ours that is taken from their declarations.
 */
export function readRightsTable({ resources }: Pick<Office, 'resources'> = product, calls: readonly string[] = []): TableRow[] {
  const text = readFileSync(join(import.meta.dirname, 'rights-table.txt'), 'utf8');
  const lines = [...text.split('\n'), ...calls].filter((line) => line !== '' && !line.startsWith('#'));
  const pattern = lines.filter((line) => line.includes('*'));
  const named = lines.filter((line) => !line.includes('*'));
  const following = resources.filter(({ name }) => !named.some((line) => line.includes(` /api/${name}/select-page `)));
  const others = resources.filter(({ name }) => !name.startsWith(`${baseModule}/`));
  return [...named, ...following.flatMap((resource) => linesOf(resource, pattern))].map(readRow).map((row) => {
    const [, target] = /^GET \/api\/(.+)\/select-options$/.exec(row.route) ?? [];
    if (target === undefined || typeof row.right === 'string') return row;
    const referring = optionRights(target, others, []).filter(({ resource }) => resource !== target);
    return { ...row, right: [...row.right, ...referring] };
  });
}

/** Which operations a resource must offer for these calls of the pattern to be there; all others are there for each. */
const offered: readonly (readonly [call: RegExp, operations: Resource['operations']])[] = [
  [/\/create /, ['create']],
  [/\/select\/:id /, ['select']],
  [/\/select-(?:page|counts|levels|paths) /, ['select-page']],
  [/\/(?:save|save-each|select-options|select-history\/:id) /, ['save']],
  [/\/save-batch /, ['save', 'save-batch']],
  [/\/changes /, ['save', 'select-page']],
  [/\/delete(?:-ids\/:ids|\/:id) /, ['delete']],
  [/\/select-uses\/:ids /, ['save', 'delete']],
  [/\/export /, ['export']],
];

/** What a resource of the pattern answers; a sheet only where it says what stands in one, and a tree what trees do. */
const linesOf = (resource: Resource, pattern: readonly string[]): string[] =>
  pattern
    .filter((line) => offered.every(([call, needed]) => !call.test(line) || needed.every((one) => resource.operations.includes(one))))
    .filter((line) => resource.import.length > 0 || !/-imports?\b/.test(line))
    .filter((line) => parentFieldOf(resource) !== undefined || !/select-(?:levels|paths)\b/.test(line))
    .map((line) => line.replaceAll('*', resource.name));

function readRow(line: string): TableRow {
  const [, method = '', url = '', words = ''] = /^(\S+)\s+(\S+)\s+(.+)$/.exec(line) ?? [];
  const right = words === 'public' || words === 'session' || words === 'own' ? words : words.split(', ').map(readGrant);
  return { route: `${method} ${url}`, method: method as TableRow['method'], url, right };
}

function readGrant(words: string): Grant {
  const [resource = '', permissions = ''] = words.split(' ');
  return { resource, permission: permissions.split('|') };
}
