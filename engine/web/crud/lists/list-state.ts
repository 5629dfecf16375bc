import { limits } from '@back-office/contract/limits.ts';
import { fieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import type { Condition } from '../fields/field-kit.ts';
import { isFiltered } from '../fields/cell-of.ts';

/** One filter of a list. */
export interface Term extends Condition {
  field: string;
}

/** The props of the parts that filter a list. */
export interface Filtering {
  resource: Resource;
  terms: readonly Term[];
  /** Returns false if the terms were refused. */
  onChange: (terms: Term[]) => unknown;
}

/** The state that a link needs to show the same list. */
export interface ListState {
  index: number;
  limit: number;
  /** `field:asc` or `field:desc`; undefined for the resource's own order. */
  sort: string | undefined;
  terms: readonly Term[];
  /** The text of the search box. */
  search: string;
  /** The columns shown, in order; undefined for the person's own. */
  columns: readonly string[] | undefined;
}

const ops = ['like', 'eq', 'ge', 'le', 'under'] as const;
/** The query parameters that belong to a list. */
export const listParameters: readonly string[] = [...ops, 'search', 'index', 'limit', 'sort', 'columns', 'view'];

/** The fields that a list can be filtered by. */
export const filterable = (resource: Resource): string[] => resource.search.filter((name) => isFiltered(fieldOf(resource, name)));

/** Reads a list's state from an address; unknown fields and values are ignored, so that an old link still works. */
export function readListState(resource: Resource, search: URLSearchParams): ListState {
  const [sorted = '', direction = ''] = (search.get('sort') ?? '').split(':');
  const columns = [...new Set(search.get('columns')?.split(','))].filter((name) => resource.list.includes(name));
  const sortable = resource.search.includes(sorted) && (direction === 'asc' || direction === 'desc');
  return {
    index: integerWithin(search.get('index'), 0, Number.MAX_SAFE_INTEGER) ?? limits.page.index,
    limit: integerWithin(search.get('limit'), 1, limits.page.maxLimit) ?? limits.page.limit,
    sort: sortable ? `${sorted}:${direction}` : undefined,
    terms: ops
      .flatMap((op) => search.getAll(op).map((item) => termOf(op, item)))
      .filter(({ field, value }) => value.trim() !== '' && resource.search.includes(field)),
    search: search.get('search')?.trim() ?? '',
    columns: columns.length === 0 ? undefined : columns,
  };
}

/** A list's state as the query of its call (docs/wire.md "Generic calls"), which its address contains too. */
export const listQuery = ({ index, limit, ...matching }: Omit<ListState, 'columns'>): [string, string][] => [
  ['index', String(index)],
  ['limit', String(limit)],
  ...matchQuery(matching),
];

/** The same without the page: filters, search and order. */
export const matchQuery = ({ sort, terms, search }: Pick<ListState, 'sort' | 'terms' | 'search'>): [string, string][] => [
  ...(sort === undefined ? [] : [['sort', sort] satisfies [string, string]]),
  ...(search === '' ? [] : [['search', search] satisfies [string, string]]),
  ...terms.map(({ op, field, value }): [string, string] => [op, `${field}:${value}`]),
];

/** Filters and search only, without the order: for calls that aggregate over all matching records. */
export const filterQuery = (state: ListState): [string, string][] => matchQuery({ ...state, sort: undefined });

/** The address's query for a state: foreign parameters are kept, default values are omitted. */
export function writeListState(state: ListState, search: URLSearchParams): URLSearchParams {
  const others = [...search].filter(([name]) => !listParameters.includes(name));
  const usual: Record<string, string> = { index: String(limits.page.index), limit: String(limits.page.limit) };
  const columns = state.columns === undefined ? [] : [['columns', state.columns.join(',')]];
  return new URLSearchParams([...others, ...listQuery(state).filter(([name, value]) => usual[name] !== value), ...columns]);
}

/** The value starts after the first colon and may hold more of them. */
function termOf(op: Condition['op'], item: string): Term {
  const colon = item.indexOf(':');
  return { op, field: colon < 0 ? item : item.slice(0, colon), value: colon < 0 ? '' : item.slice(colon + 1) };
}

function integerWithin(text: string | null, min: number, max: number): number | undefined {
  const value = text !== null && /^\d{1,15}$/.test(text) ? Number(text) : -1;
  return value >= min && value <= max ? value : undefined;
}

/** Whether two states have the same filters, in any order. */
export const hasSameFilters = (one: ListState, other: ListState): boolean => filterKey(one) === filterKey(other);

const filterKey = (state: ListState): string => JSON.stringify(filterQuery(state).map(String).toSorted());

/** The number of conditions that the server counts. */
export const countConditions = ({ terms, search }: Pick<ListState, 'terms' | 'search'>): number => terms.length + Number(search !== '');

/** Whether the list is filtered or searched; a tree then shows every match, at whatever level. */
export const isNarrowed = (state: Pick<ListState, 'terms' | 'search'>): boolean => countConditions(state) > 0;
