import { searchedFields } from '@back-office/contract/resource/browsing.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { asText } from '../crud/fields/as-text.ts';
import type { Call } from './stub-server.ts';

/** Rows of a resource, numbered from 1, with the given values, and labels 甲1, 甲2 … by default. */
export const rowsOf = (resource: Resource, ...given: readonly Readonly<Record<string, unknown>>[]): AnyRow[] =>
  given.map((values, at) => ({ id: String(at + 1), version: 0, [resource.label]: `甲${at + 1}`, ...values }));

/** This many rows. */
export const manyRows = (resource: Resource, count: number): AnyRow[] => rowsOf(resource, ...Array.from({ length: count }, () => ({})));

/** Answers for a list, like the server's: counts, and pages of these rows, with the filters `like` and `eq` and sorting. */
export const stubList = (resource: Resource, rows: readonly AnyRow[]): Record<string, unknown> => ({
  [`GET /api/${resource.name}/select-counts`]: ({ query }: Call) => ({
    counts: query.getAll('of').map((view) => rows.filter((row) => fits(row, new URLSearchParams(view))).length),
  }),
  // Like a search that finds more than a tree shows.
  [`GET /api/${resource.name}/select-paths`]: (call: Call) => pageOf(resource, rows, call),
  [`GET /api/${resource.name}/select-page`]: (call: Call) => pageOf(resource, rows, call),
});

function pageOf(resource: Resource, rows: readonly AnyRow[], { query }: Call) {
  const [sorted = '', direction] = (query.get('sort') ?? '').split(':');
  const typed = query.get('search') ?? '';
  const kept = rows.filter((row) => fits(row, query) && searchedFields(resource).some((name) => asText(row[name]).includes(typed)));
  const sign = direction === 'desc' ? -1 : 1;
  if (sorted !== '') kept.sort((one, other) => sign * String(one[sorted]).localeCompare(String(other[sorted])));
  const [index, limit] = [Number(query.get('index')), Number(query.get('limit'))];
  return { items: kept.slice(index * limit, (index + 1) * limit), total: kept.length };
}

function fits(row: AnyRow, query: URLSearchParams): boolean {
  const parts = (op: string): [string, string][] =>
    query.getAll(op).map((term) => [term.slice(0, term.indexOf(':')), term.slice(term.indexOf(':') + 1)]);
  const wanted = Map.groupBy(parts('eq'), ([field]) => field);
  return (
    parts('like').every(([field, value]) => String(row[field]).includes(value)) &&
    [...wanted].every(([field, any]) => any.some(([, value]) => asText(row[field] ?? '') === value))
  );
}
