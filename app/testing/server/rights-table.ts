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
 * Reads the reviewed table of every route and its right, with the generic lines for each resource with generic calls,
 * and `calls`, the lines of a module's own calls. Whoever may refer to a resource may read its choices: for resources
 * of modules other than ours this is derived from their declarations.
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

/** The operations that a resource must offer for these generic calls to exist; all other generic calls exist for each. */
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

/** The generic calls of a resource; imports only if it declares their columns, and tree calls only if it is a tree. */
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
