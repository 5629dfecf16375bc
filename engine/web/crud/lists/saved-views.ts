import { recordIn } from '@back-office/contract/record-in.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { listParameters, listQuery, narrowsAlike, readListState, writeListState, type ListState } from './list-state.ts';

/** A list as somebody wants to see it again: filters, order, page size and columns under a name (常用筛选). */
export interface SavedView {
  id: string;
  name: string;
  /** What the list's address says. */
  query: string;
}

/** A person's views of one list. */
export interface SavedViews {
  views: readonly SavedView[];
  /** The id of the view with which the list opens; undefined for all records. */
  usual: string | undefined;
}

export const viewLimits = { count: 30, name: 30 } as const;

/** What the address of a list calls its view; everything, whatever view it usually opens with. */
const viewParameter = 'view';
const everything = 'all';

/** A person's views as they were kept; what cannot be read is left out. */
export function readViews(kept: unknown): SavedViews {
  const { views, usual } = recordIn(kept);
  const known = (Array.isArray(views) ? views : []).filter(isView).slice(0, viewLimits.count);
  return { views: known, usual: known.find(({ id }) => id === usual)?.id };
}

const isView = (view: unknown): view is SavedView => {
  const { id, name, query } = recordIn(view);
  return typeof id === 'string' && typeof name === 'string' && name !== '' && typeof query === 'string';
};

/** What is kept of a person's views; undefined where there are none. */
export const viewsToKeep = ({ views, usual }: SavedViews): unknown =>
  views.length === 0 ? undefined : { views, ...(usual === undefined ? {} : { usual }) };

/** The query that shows the list like this again, from its first page on and with just these columns. */
export const queryOf = (state: ListState, columns: readonly string[]): string =>
  writeListState({ ...state, index: 0, columns }, new URLSearchParams()).toString();

/** True where the view shows what the list shows now, on whichever page. */
export function shows(resource: Resource, { query }: SavedView, state: ListState, columns: readonly string[]): boolean {
  const viewed = readListState(resource, new URLSearchParams(query));
  return sameShape(viewed) === sameShape(state) && (viewed.columns ?? columns).join() === columns.join();
}

const sameShape = (state: ListState): string => JSON.stringify([...listQuery({ ...state, index: 0 })].map(String).toSorted());

/** The views with one more, or with that of the same name replaced. */
export function withView({ views, usual }: SavedViews, view: SavedView, asUsual: boolean): SavedViews {
  const old = views.find(({ name }) => name === view.name);
  const saved = { ...view, id: old?.id ?? view.id };
  const next = old === undefined ? [...views, saved] : views.map((other) => (other === old ? saved : other));
  return { views: next, usual: asUsual ? saved.id : usual === saved.id ? undefined : usual };
}

/** What a list's address means: nothing said of the list is the view with which it opens. */
export function meantAddress(search: URLSearchParams, { views, usual }: SavedViews): URLSearchParams {
  const named = search.get(viewParameter);
  const says = listParameters.some((name) => name !== viewParameter && search.has(name));
  const view = views.find(({ id }) => id === (named ?? usual));
  if (view === undefined || says) return search;
  return new URLSearchParams([...[...search].filter(([name]) => name !== viewParameter), ...viewAddress(view)]);
}

/** What the address says of a view: what it shows, so that a link shows it to anybody, and which it is. */
export const viewAddress = ({ id, query }: SavedView): URLSearchParams =>
  new URLSearchParams([...new URLSearchParams(query), [viewParameter, id]]);

/** The view that the list stands in: that which the address names, or else one that leaves out the same. */
export function activeView(resource: Resource, { views }: SavedViews, state: ListState, columns: readonly string[], named: string | null) {
  const alike = views.filter(({ query }) => narrowsAlike(readListState(resource, new URLSearchParams(query)), state));
  return alike.find(({ id }) => id === named) ?? alike.find((view) => shows(resource, view, state, columns)) ?? alike[0];
}

/** The address after a change: where nothing is left to say, that everything is wanted, if the list would open otherwise. */
export function saidAddress(search: URLSearchParams, { usual }: SavedViews): URLSearchParams {
  if (usual === undefined || listParameters.some((name) => search.has(name))) return search;
  return new URLSearchParams([...search, [viewParameter, everything]]);
}
