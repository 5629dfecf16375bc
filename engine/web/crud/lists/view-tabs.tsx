import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { grouped } from '@back-office/contract/resource/grouped.ts';
import { isNarrowed, matchQuery, readListState } from './list-state.ts';
import { useCounts } from './use-counts.ts';
import { queryToday } from './saved-views.ts';
import type { List } from './use-list.ts';
import './view-tabs.css';

/** The person's saved views of a list as tabs, each with its number of records; renders nothing if there are none. */
export function ViewTabs({ list }: { list: List }) {
  const { resource, state, views, view: active, addressOf, page } = list;
  const strip = useRef<HTMLElement>(null);
  const queries = [new URLSearchParams(), ...views.views.map(queryToday)].map((query) => {
    // The order does not affect a count.
    const viewed = { ...readListState(resource, query), sort: undefined };
    return new URLSearchParams(matchQuery(viewed)).toString();
  });
  // Counted after the rows have loaded, which matter more.
  const counts = useCounts(resource, queries, views.views.length > 0 && page.data !== undefined);
  useEffect(() => {
    strip.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active?.id]);
  if (views.views.length === 0) return null;
  const showsAll = active === undefined && !isNarrowed(state);
  const most = Math.max(100, page.data?.total ?? 0, ...(counts ?? []).map((count) => count ?? 0));
  return (
    <nav ref={strip} className="view-tabs" aria-label="常用筛选" style={{ '--count-letters': grouped(most).length }}>
      {[undefined, ...views.views].map((view, at) => {
        const current = view === undefined ? showsAll : view.id === active?.id;
        const count = counts?.[at] ?? undefined;
        return (
          <Link
            key={view?.id ?? ''}
            to={{ search: addressOf(view).toString() }}
            aria-current={current ? 'page' : undefined}
            title={view?.name}
          >
            <span className="view-tab-name">{view?.name ?? '全部'}</span>
            <span className="view-tab-count">
              {count !== undefined && (
                <>
                  {grouped(count)}
                  <span className="visually-hidden"> 条</span>
                </>
              )}
            </span>
          </Link>
        );
      })}
    </nav>
  );
}
