import { limits } from '@back-office/contract/limits.ts';
import { fieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import type { Condition } from '../fields/field-kit.ts';
import { isFiltered } from '../fields/cell-of.ts';

/** One filter of a list. */
export interface Term extends Condition {
  field: string;
}

/** What the parts that filter a list are given. */
export interface Filtering {
  resource: Resource;
  terms: readonly Term[];
  onChange: (terms: Term[]) => void;
}

/** What a list shows: everything that a link must carry to show the same. */
export interface ListState {
  index: number;
  limit: number;
  /** `field:asc` or `field:desc`; undefined for the resource's own order. */
  sort: string | undefined;
  terms: readonly Term[];
  /** What the search box holds; empty for nothing. */
  search: string;
  /** The columns shown, in order; undefined for those that the person has. */
  columns: readonly string[] | undefined;
}

const ops = ['like', 'eq', 'ge', 'le', 'under'] as const;
/** The parameters of an address that are a list's. */
export const listParameters: readonly string[] = [...ops, 'search', 'index', 'limit', 'sort', 'columns', 'view'];

/** The fields that a list can be filtered by. */
export const filterable = (resource: Resource): string[] => resource.search.filter((name) => isFiltered(fieldOf(resource, name)));

/** Reads a list's state from an address; what the resource cannot do is left out, so that an old link still works. */
export function readListState(resource: Resource, search: URLSearchParams): ListState {
  const [sorted = '', direction = ''] = (search.get('sort') ?? '').split(':');
  const columns = [...new Set(search.get('columns')?.split(','))].filter((name) => resource.list.includes(name));
  const sortable = resource.search.includes(sorted) && (direction === 'asc' || direction === 'desc');
  return {
    index: whole(search.get('index'), 0, Number.MAX_SAFE_INTEGER) ?? limits.page.index,
    limit: whole(search.get('limit'), 1, limits.page.maxLimit) ?? limits.page.limit,
    sort: sortable ? `${sorted}:${direction}` : undefined,
    terms: ops
      .flatMap((op) => search.getAll(op).map((item) => termOf(op, item)))
      .filter(({ field, value }) => value.trim() !== '' && resource.search.includes(field))
      .slice(0, limits.filters),
    search: search.get('search')?.trim() ?? '',
    columns: columns.length === 0 ? undefined : columns,
  };
}

/** A list's state as the query of its call (docs/wire.md "Generic calls"), which is also how its address carries it. */
export const listQuery = ({ index, limit, ...matching }: Omit<ListState, 'columns'>): [string, string][] => [
  ['index', String(index)],
  ['limit', String(limit)],
  ...matchQuery(matching),
];

/** The same of every page: what is wanted, in its order. */
export const matchQuery = ({ sort, terms, search }: Pick<ListState, 'sort' | 'terms' | 'search'>): [string, string][] => [
  ...(sort === undefined ? [] : [['sort', sort] satisfies [string, string]]),
  ...(search === '' ? [] : [['search', search] satisfies [string, string]]),
  ...terms.map(({ op, field, value }): [string, string] => [op, `${field}:${value}`]),
];

/** What it leaves out alone, in no order: of whatever is worked out for all that is left. */
export const filterQuery = (state: ListState): [string, string][] => matchQuery({ ...state, sort: undefined });

/** The address's query for a state: other people's parameters stay, what is as it always is goes unsaid. */
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

function whole(text: string | null, min: number, max: number): number | undefined {
  const value = text !== null && /^\d{1,15}$/.test(text) ? Number(text) : -1;
  return value >= min && value <= max ? value : undefined;
}

/** Whether two states leave out the same, in whatever order. */
export const narrowsAlike = (one: ListState, other: ListState): boolean => narrowing(one) === narrowing(other);

const narrowing = (state: ListState): string => JSON.stringify(filterQuery(state).map(String).toSorted());

/** Whether the list leaves anything out: then what it finds is shown wherever it stands. */
export const isNarrowed = ({ terms, search }: Pick<ListState, 'terms' | 'search'>): boolean => terms.length > 0 || search !== '';
