import type { Resource } from '@back-office/contract/resource/resource.ts';
import { snake } from '../platform/database/snake.ts';
import type { SearchIndex } from '../platform/jobs/build-indexes.ts';
import { gramFields } from './search.ts';

/** The gram indexes that declarations name, for searches in the lists of large tables (docs/decisions/0004-search-and-totals.md). */
export const gramIndexes = (resources: readonly Resource[]): SearchIndex[] =>
  resources.flatMap((resource) => {
    const { table } = resource;
    const grams = gramFields(resource).map((name) => `grams(${snake(name)})`);
    const definition = `CREATE INDEX ${table}_grams ON ${table} USING gin (${grams.join(', ')}) WITH (gin_pending_list_limit='256')`;
    return grams.length === 0 ? [] : [{ table, name: `${table}_grams`, definition }];
  });
