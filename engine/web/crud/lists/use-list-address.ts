import { parentFieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import { useCallback, useEffect, useMemo } from 'react';
import { hasSameFilters, readListState, writeListState, type ListState } from './list-state.ts';
import { useWrittenQuery } from '../../platform/routing/use-written-query.ts';
import { preferenceStore } from '../../platform/preferences/preference-store.ts';
import { usePreference } from '../../platform/preferences/use-preference.ts';
import { columnsToKeep, declaredColumns, isDeclared, readColumns, withShownColumns, shownNames, type ListColumn } from './list-column.ts';
import {
  activeView,
  effectiveAddress,
  readViews,
  explicitAddress,
  queryToday,
  viewAddress,
  type SavedView,
  type SavedViews,
} from './saved-views.ts';

/** A person's view of a list, without its records. */
export interface ListAddress {
  state: ListState;
  /** Any change other than of the page returns to the first page. */
  change: (change: Partial<ListState>) => void;
  /** All columns, in order, with their widths; the address decides which are shown. */
  columns: readonly ListColumn[];
  /** Saves these columns for the person, on every machine; undefined restores the declared ones. */
  setColumns: (columns: readonly ListColumn[] | undefined) => void;
  views: SavedViews;
  /** The active view; undefined for none, and for all records. */
  view: SavedView | undefined;
  /** The address of a view, or of all records. */
  addressOf: (view: SavedView | undefined) => URLSearchParams;
  goTo: (view: SavedView | undefined) => void;
}

const keyOf = (kind: 'columns' | 'views', { name }: Resource): string => `${kind}.${name.replaceAll('/', '.')}`;

/** The preference key of a person's views of a list. */
export const viewsKey = (resource: Resource): string => keyOf('views', resource);

/**
 * The state of a list, from its address and the person's preferences. An address without list parameters means the default
 * view, and one without columns means the person's own; both are then written into the address, so that a link shows the
 * same to somebody else.
 */
export function useListAddress(resource: Resource): ListAddress {
  const [search, setSearch] = useWrittenQuery();
  const keptColumns = usePreference(keyOf('columns', resource));
  const keptViews = usePreference(viewsKey(resource));
  const stored = useMemo(() => readColumns(resource, keptColumns), [resource, keptColumns]);
  const views = useMemo(() => readViews(keptViews), [keptViews]);
  const resolveAddress = useCallback(
    (currentSearch: URLSearchParams): URLSearchParams => {
      const address = effectiveAddress(currentSearch, views);
      if (readListState(resource, address).columns !== undefined || isDeclared(resource, shownNames(stored))) return address;
      return writeListState({ ...readListState(resource, address), columns: shownNames(stored) }, address);
    },
    [resource, stored, views],
  );
  const searchText = search.toString();
  const { state, address } = useMemo(() => {
    const whole = resolveAddress(new URLSearchParams(searchText));
    return { state: readListState(resource, whole), address: whole.toString() };
  }, [resource, resolveAddress, searchText]);
  useEffect(() => {
    if (address !== searchText) setSearch(resolveAddress, { replace: true });
  }, [address, searchText, resolveAddress, setSearch]);

  const change = useCallback(
    (next: Partial<ListState>) =>
      setSearch((now) => {
        const before = resolveAddress(now);
        const after = { ...readListState(resource, before), index: 0, ...next };
        const written = writeListState(after, now);
        const named = views.views.find(({ id }) => id === before.get('view'));
        // A change of order or page keeps the view.
        if (named !== undefined && hasSameFilters(readListState(resource, queryToday(named)), after)) written.set('view', named.id);
        return explicitAddress(written, views);
      }),
    [resource, resolveAddress, views, setSearch],
  );
  const columns = useMemo(() => (state.columns === undefined ? stored : withShownColumns(stored, state.columns)), [stored, state.columns]);
  const setColumns = (next: readonly ListColumn[] | undefined): void => {
    const chosen = next ?? declaredColumns(resource);
    const names = shownNames(chosen);
    // Read from the preferences: the rendered columns may be stale, as the address changes a moment later.
    const before = shownNames(readColumns(resource, preferenceStore.get(keyOf('columns', resource))));
    preferenceStore.set(keyOf('columns', resource), columnsToKeep(resource, chosen));
    if ([before, shownNames(columns)].every((others) => others.join() === names.join())) return;
    const named = isDeclared(resource, names) ? undefined : names;
    setSearch((now) => explicitAddress(writeListState({ ...readListState(resource, resolveAddress(now)), columns: named }, now), views), {
      replace: true,
    });
  };
  const addressOf = (to: SavedView | undefined): URLSearchParams =>
    explicitAddress(to === undefined ? new URLSearchParams() : viewAddress(to), views);
  const view = activeView(resource, views, state, shownNames(columns), new URLSearchParams(address).get('view'));
  return { state, change, columns, setColumns, views, view, addressOf, goTo: (to) => setSearch(() => addressOf(to)) };
}

/** The columns that apply: a tree has no column for the parent, which the row's position shows. */
export const columnsIn = (resource: Resource, columns: readonly ListColumn[], tree: boolean): ListColumn[] =>
  columns.filter(({ name }) => !tree || name !== parentFieldOf(resource));
