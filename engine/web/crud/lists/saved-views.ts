import { recordIn } from '@back-office/contract/record-in.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { resolveSpans, spansIn, type TimeSpan } from '../../platform/session/time-spans.ts';
import { listParameters, listQuery, hasSameFilters, readListState, writeListState, type ListState } from './list-state.ts';

/** A saved view: a list's filters, order, page size and columns under a name (常用筛选). */
export interface SavedView {
  id: string;
  name: string;
  /** The query of the list's address. */
  query: string;
  /** The time spans up to now, by field; beside the dates in `query`, which windows of an older version read. */
  spans?: Readonly<Record<string, TimeSpan>> | undefined;
}

export type KeptState = Pick<SavedView, 'query' | 'spans'>;

/** A person's views of one list. */
export interface SavedViews {
  views: readonly SavedView[];
  /** The id of the default view, with which the list opens; undefined for all records. */
  usual: string | undefined;
}

export const viewLimits = { count: 30, name: 30 } as const;

/** The parameter with the view's id; `everything` means all records even if there is a default view. */
const viewParameter = 'view';
const everything = 'all';

/** Reads a person's saved views; malformed ones are dropped. */
export function readViews(kept: unknown): SavedViews {
  const { views, usual } = recordIn(kept);
  const known = (Array.isArray(views) ? views : []).filter(isView).slice(0, viewLimits.count);
  return { views: known, usual: known.find(({ id }) => id === usual)?.id };
}

const isView = (view: unknown): view is SavedView => {
  const { id, name, query } = recordIn(view);
  return typeof id === 'string' && typeof name === 'string' && name !== '' && typeof query === 'string';
};

/** The value to save for a person's views; undefined if there are none. */
export const viewsToKeep = ({ views, usual }: SavedViews): unknown =>
  views.length === 0 ? undefined : { views, ...(usual === undefined ? {} : { usual }) };

/** What a view saves for this state, from the first page and with exactly these columns. */
export const toKeep = (state: ListState, columns: readonly string[]): KeptState => ({
  query: writeListState({ ...state, index: 0, columns }, new URLSearchParams()).toString(),
  spans: spansIn(state.terms),
});

/** The query of a view's address today. */
export const queryToday = ({ query, spans }: KeptState): URLSearchParams => resolveSpans(new URLSearchParams(query), spans);

/** Whether the view equals the list's current state, apart from the page. */
export function shows(resource: Resource, view: SavedView, state: ListState, columns: readonly string[]): boolean {
  const viewed = readListState(resource, queryToday(view));
  return shapeKey(viewed) === shapeKey(state) && (viewed.columns ?? columns).join() === columns.join();
}

const shapeKey = (state: ListState): string => JSON.stringify([...listQuery({ ...state, index: 0 })].map(String).toSorted());

/** Adds a view, or replaces the one with the same name. */
export function withView({ views, usual }: SavedViews, view: SavedView, asUsual: boolean): SavedViews {
  const old = views.find(({ name }) => name === view.name);
  const saved = { ...view, id: old?.id ?? view.id };
  const next = old === undefined ? [...views, saved] : views.map((other) => (other === old ? saved : other));
  return { views: next, usual: asUsual ? saved.id : usual === saved.id ? undefined : usual };
}

/** The effective address of a list: one without any parameter of the list means the default view. */
export function effectiveAddress(search: URLSearchParams, { views, usual }: SavedViews): URLSearchParams {
  const named = search.get(viewParameter);
  const isExplicit = listParameters.some((name) => name !== viewParameter && search.has(name));
  const view = views.find(({ id }) => id === (named ?? usual));
  if (view === undefined || isExplicit) return search;
  return new URLSearchParams([...[...search].filter(([name]) => name !== viewParameter), ...viewAddress(view)]);
}

/** The address of a view: its query, so that a link works for anybody, and its id. */
export const viewAddress = (view: SavedView): URLSearchParams => new URLSearchParams([...queryToday(view), [viewParameter, view.id]]);

/** The active view: the one named in the address, or else one with the same filters. */
export function activeView(resource: Resource, { views }: SavedViews, state: ListState, columns: readonly string[], named: string | null) {
  const alike = views.filter((view) => hasSameFilters(readListState(resource, queryToday(view)), state));
  return alike.find(({ id }) => id === named) ?? alike.find((view) => shows(resource, view, state, columns)) ?? alike[0];
}

/** The address after a change: without list parameters, but with a default view, it explicitly requests all records. */
export function explicitAddress(search: URLSearchParams, { usual }: SavedViews): URLSearchParams {
  if (usual === undefined || listParameters.some((name) => search.has(name))) return search;
  return new URLSearchParams([...search, [viewParameter, everything]]);
}
