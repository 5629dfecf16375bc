import type { Resource } from '@back-office/contract/resource/resource.ts';
import { sql } from 'kysely';
import type { Context } from './context.ts';
import { conditionOf, type Filter } from './filter.ts';
import type { Wanted } from './find-ids.ts';
import type { Searching } from './search.ts';
import { visible } from './visible.ts';

/** The rows that the user may see and the filters leave, with text searches kept apart: few rows may match them, anywhere in the order. */
export function wantedRows(context: Context, resource: Resource, filters: readonly Filter[]): Pick<Wanted, 'where' | 'search'> {
  const { searches = [], rest = [] } = Object.groupBy(filters, ({ operator, value }) =>
    (operator === 'like' || operator === 'search') && value !== '' ? 'searches' : 'rest',
  );
  const found = (options?: Searching) => conditionOf(context, resource, searches, options);
  return {
    where: sql`${visible(context, resource)} AND ${conditionOf(context, resource, rest)}`,
    search: searches.length === 0 ? undefined : { indexed: found(), plain: found({ plain: true }), counted: found({ indexOnly: true }) },
  };
}
