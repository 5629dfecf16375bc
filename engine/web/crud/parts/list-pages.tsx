import { grouped } from '@back-office/contract/resource/grouped.ts';
import { Pagination } from 'antd';
import type { List } from '../lists/use-list.ts';

const pageSizes = [10, 20, 50, 100, 500, 1000];

export interface ListPagesProps {
  list: List;
  /** Below cards instead of a table. */
  simple?: boolean;
  narrow?: boolean;
}

/** The number of rows, and the pagination. */
export function ListPages({ list, simple = false, narrow = false }: ListPagesProps) {
  const { state, change, page, rows, kind } = list;
  const words = totalWords(list);
  const total = page.data?.total ?? 0;
  // In a searched tree all matches are on one page.
  const isSearched = kind === 'found';
  return (
    <>
      {simple && <span>{words}</span>}
      {!(simple && (isSearched || total === 0)) && (
        <Pagination
          {...(simple
            ? { simple: { readOnly: true } }
            : { showTotal: () => words, showLessItems: narrow, size: narrow ? ('small' as const) : ('medium' as const) })}
          current={isSearched ? 1 : state.index + 1}
          pageSize={isSearched ? Math.max(rows.length, total, 1) : state.limit}
          total={total}
          showSizeChanger={!isSearched}
          pageSizeOptions={pageSizes}
          onChange={(current, limit) => {
            change({ index: limit === state.limit ? current - 1 : 0, limit });
            // The pagination is below the rows; the next page starts at the top.
            scrollTo({ top: 0, behavior: 'instant' });
          }}
        />
      )}
    </>
  );
}

/** The number of records, in words; for a tree also that of its first level, and for a search the matches out of all. */
function totalWords({ page: { data }, kind, all, narrowed }: Pick<List, 'page' | 'kind' | 'all' | 'narrowed'>): string {
  const total = data?.total ?? 0;
  const about = data?.approximate === true ? '约' : '';
  if (all !== undefined && narrowed) return `找到${about} ${grouped(total)} 条，共 ${grouped(all)} 条`;
  if (all !== undefined && kind === 'roots' && all > total) return `共 ${grouped(all)} 条，第一级 ${grouped(total)} 条`;
  return `${about === '' ? '共' : about} ${grouped(total)} 条`;
}
