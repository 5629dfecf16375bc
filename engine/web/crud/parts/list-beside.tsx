import { searchedFields } from '@back-office/contract/resource/browsing.ts';
import { Suspense, useMemo, type MouseEvent, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { SearchedContext } from '../fields/marked.tsx';
import { preferenceStore } from '../../platform/preferences/preference-store.ts';
import { usePreference } from '../../platform/preferences/use-preference.ts';
import { Skeleton } from '../../platform/states/skeleton.tsx';
import { lazyPart } from '../../platform/timing/lazy-part.ts';
import { useWide } from '../../platform/appearance/use-wide.ts';
import { OpenedContext } from '../hooks/opened-context.ts';
import { recordKeys } from '../hooks/record-keys.ts';
import { openedParameter } from '../hooks/use-opened.ts';
import { useRowsPainted } from '../../platform/timing/use-rows-painted.ts';
import { shownRows } from '../lists/shown-rows.ts';
import type { List } from '../lists/use-list.ts';
import type { BesideProps } from './record-read.tsx';
import './list-beside.css';

// Both are fetched after the rows: people look at a list before they open a record.
export const OpenRecord = lazyPart(async () => (await import('./open-record.tsx')).OpenRecord);
const TreeSide = lazyPart(async () => (await import('./tree-side.tsx')).TreeSide);
const treeWaits = <Skeleton rows={6} />;

interface ListBesideProps extends Omit<BesideProps, 'resource'> {
  list: List;
  children: ReactNode;
}

/** A list whose rows open their records, and the open record beside it. */
export function ListBeside({ list, children, ...beside }: ListBesideProps) {
  const { pathname, search } = useLocation();
  const ids = shownRows(list).map(([{ id }]) => id);
  const { opened } = beside;
  const { shown, open } = opened;
  const at = shown === undefined ? -1 : ids.indexOf(shown.id);
  const walk = (step: number): void => {
    const from = ids.indexOf(opened.lastRequestedId() ?? '');
    const next = ids[from < 0 ? 0 : from + step];
    if (next === undefined) return;
    open(next);
    document.querySelector(`[data-row-key="${CSS.escape(next)}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  const openRows = useMemo(() => {
    const hrefOf = (id: string): string => {
      const query = new URLSearchParams(search);
      query.set(openedParameter, id);
      return `${pathname}?${query.toString()}`;
    };
    return { current: shown?.id, hrefOf, open };
    // oxlint-disable-next-line react/exhaustive-deps -- `open` is a new function at each render, and does the same
  }, [pathname, search, shown?.id, shown?.editing]);
  const { resource, state } = list;
  const wide = useWide('xl');
  const { tree } = resource.browse;
  const key = `tree.${resource.name.replaceAll('/', '.')}`;
  const folded = usePreference(key) === 'folded';
  const drawn = useRowsPainted(list.page.data !== undefined || list.page.isError);
  const searched = useMemo(() => ({ text: state.search, names: searchedFields(resource) }), [state.search, resource]);
  const readable = resource.operations.includes('select');
  return (
    <OpenedContext value={readable ? openRows : undefined}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of the record and of its row, which have the focus */}
      <div className="list-beside" onKeyDown={recordKeys(opened, walk)}>
        {wide && tree !== undefined && (
          <div className={folded ? 'tree-place tree-place-folded' : 'tree-place'}>
            {!drawn && treeWaits}
            {drawn && (
              <Suspense fallback={treeWaits}>
                <TreeSide list={list} name={tree} folded={folded} fold={(away) => preferenceStore.set(key, away ? 'folded' : undefined)} />
              </Suspense>
            )}
          </div>
        )}
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- each row has a link */}
        <div
          className={readable ? 'list-page list-main list-opens' : 'list-page list-main'}
          onClick={readable ? (event) => pressRow(event, open) : undefined}
        >
          <SearchedContext value={searched}>{children}</SearchedContext>
        </div>
        {shown !== undefined && (
          <Suspense>
            <OpenRecord {...beside} resource={resource} shown={shown} steps={{ at, of: ids.length, walk }} />
          </Suspense>
        )}
      </div>
    </OpenedContext>
  );
}

/** Opens a row's record on a click that hits no control within the row. */
function pressRow({ target, currentTarget }: MouseEvent, open: (id: string) => void): void {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return;
  if (target.closest('a, button, input, label, [role=button], .ant-table-selection-column') !== null) return;
  // A text selection is not a click.
  if (getSelection()?.isCollapsed === false) return;
  const id = target.closest('[data-row-key]')?.getAttribute('data-row-key');
  if (id !== undefined && id !== null) open(id);
}
