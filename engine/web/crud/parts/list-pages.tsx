import { Pagination } from 'antd';
import { totalWords } from '../lists/total-words.ts';
import type { List } from '../lists/use-list.ts';

const pageSizes = [10, 20, 50, 100, 500, 1000];

export interface ListPagesProps {
  list: List;
  /** Below cards instead of a table. */
  simple?: boolean;
  narrow?: boolean;
}

/** How many rows there are, and the way to those that are not shown. */
export function ListPages({ list, simple = false, narrow = false }: ListPagesProps) {
  const { state, change, page, rows, kind } = list;
  const words = totalWords(list);
  const total = page.data?.total ?? 0;
  // Of a tree that is searched, all that was found is one page.
  const found = kind === 'found';
  return (
    <>
      {simple && <span>{words}</span>}
      {!(simple && (found || total === 0)) && (
        <Pagination
          {...(simple
            ? { simple: { readOnly: true } }
            : { showTotal: () => words, showLessItems: narrow, size: narrow ? ('small' as const) : ('medium' as const) })}
          current={found ? 1 : state.index + 1}
          pageSize={found ? Math.max(rows.length, total, 1) : state.limit}
          total={total}
          showSizeChanger={!found}
          pageSizeOptions={pageSizes}
          onChange={(current, limit) => {
            change({ index: limit === state.limit ? current - 1 : 0, limit });
            // They were pressed below the rows, and the next begin above.
            scrollTo({ top: 0, behavior: 'instant' });
          }}
        />
      )}
    </>
  );
}
