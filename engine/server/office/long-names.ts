import type { Resource } from '@back-office/contract/resource/resource.ts';
import { maxNameLength } from '../platform/database/max-name-length.ts';
import { snake } from '../platform/database/snake.ts';

/**
 * Tables, columns and unique keys whose names PostgreSQL would cut off, a sentence each: what is made by such a name is never found by it.
 */
export function longNames(resources: readonly Resource[]): string[] {
  return resources.flatMap(({ name: place, table, fields, unique, scope }) => [
    ...tooLong(`${place}.table: the table`, table, 'the table'),
    ...Object.entries(fields).flatMap(([name, field]) =>
      field.kind === 'references'
        ? tooLong(`${place}.fields.${name}.link: the table`, field.link, 'the link')
        : tooLong(`${place}.fields.${name}: the column`, snake(name), 'the field'),
    ),
    ...(scope?.hidden ?? []).flatMap((name) => tooLong(`${place}.scope.hidden: the column`, snake(name), 'it')),
    ...unique.flatMap((names) =>
      tooLong(`${place}.unique: the index`, `${table}_${names.map(snake).join('_')}_key`, 'a field or the table'),
    ),
  ]);
}

const tooLong = (place: string, name: string, cure: string): string[] =>
  name.length > maxNameLength ? [`${place} ${name} has ${name.length} letters, PostgreSQL keeps ${maxNameLength}: shorten ${cure}`] : [];
