import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { Button, Empty, Table, type TableProps } from 'antd';
import renderExpandIcon from 'antd/es/table/ExpandIcon';
import { Suspense, useState, type ComponentRef } from 'react';
import { asText } from '../fields/as-text.ts';
import { isLeaf } from '../lists/use-forest.ts';
import { useRowsPainted } from '../../platform/timing/use-rows-painted.ts';
import { ErrorState } from '../../platform/states/error-state.tsx';
import { lazyPart } from '../../platform/timing/lazy-part.ts';
import { Skeleton } from '../../platform/states/skeleton.tsx';
import { useDensity } from '../../platform/appearance/density.ts';
import { rowsOfKeys } from '../../platform/ui/rows-of-keys.ts';
import { useWide } from '../../platform/appearance/use-wide.ts';
import { ResizeContext } from '../lists/resizable-header.tsx';
import { tableParts } from '../lists/table-parts.tsx';
import { columnsIn } from '../lists/use-list-address.ts';
import { useOneTable } from '../lists/use-one-table.ts';
import { isNarrowed } from '../lists/list-state.ts';
import '../lists/lists.css';
import '../lists/list-table.css';
import type { Action } from '../action.ts';
import type { List } from '../lists/use-list.ts';
import { listColumns } from './list-columns.tsx';
import { StaleNotice } from './stale-notice.tsx';

/** The props of a list's rows, as a table or as cards. */
export interface RowsProps {
  list: List;
  actionsOf: (row: AnyRow) => readonly Action<AnyRow>[];
  /** Whether the person may change the row. */
  switchable: (row: AnyRow) => boolean;
  /** Rows can be ticked only where something can be done with them together. */
  selectable: boolean;
}

const sizes = { loose: 'large', standard: 'medium', compact: 'small' } as const;

// Fetched with the rows, not before them.
export const ListPages = lazyPart(async () => (await import('./list-pages.tsx')).ListPages);

/** A list's table or tree, with its loading, empty and error states. */
export function DataTable({ list, actionsOf, switchable, selectable, room }: RowsProps & { room: number }) {
  const { resource, state, change, page, rows, levels, selected, select } = list;
  const tree = list.kind !== undefined;
  const narrow = !useWide('md');
  const size = sizes[useDensity()];
  const element = useOneTable<ComponentRef<typeof Table>>(`${resource.title}列表`);
  const [dragged, setDragged] = useState<ReadonlyMap<string, number>>();
  const ticks = selectable ? 48 : 0;
  const sized = (widths: ReadonlyMap<string, number> | undefined) =>
    list.columns.map((column) => ({ ...column, ...(widths?.has(column.name) ? { width: widths.get(column.name) ?? 0 } : {}) }));
  const columns = listColumns({
    resource,
    columns: columnsIn(resource, sized(dragged), tree).filter(({ shown }) => shown),
    sort: state.sort,
    tree,
    narrow,
    room: room - ticks,
    actionsOf,
    switchable,
    offered: [{ id: '', version: 0 }, ...rows].map(actionsOf),
  });
  const widthOf = (some: typeof columns): number => some.reduce((sum, column) => sum + Number(column.width ?? 0), 0);
  const pinnedWidth = (side: string): number => widthOf(columns.filter(({ fixed }) => fixed === side));
  const table = (
    <Table<AnyRow>
      ref={element}
      className="list-table"
      rowKey="id"
      components={tableParts}
      // Sticks below the toolbar; the offset is in the style sheet, which knows the toolbar's height.
      sticky
      size={narrow ? 'small' : size}
      columns={columns}
      dataSource={tree ? rows.map((row) => withChildren(row, levels)) : [...rows]}
      rowClassName={(row) => (list.isFound(row) ? '' : 'list-above')}
      loading={{ spinning: page.isPlaceholderData && !page.isError, delay: 200 }}
      scroll={{ x: widthOf(columns) + ticks }}
      style={{ '--list-start': `${pinnedWidth('start') + ticks}px`, '--list-end': `${pinnedWidth('end')}px` }}
      locale={{ emptyText: <NoRows list={list} /> }}
      {...(tree ? { expandable: expandableOf(list) } : {})}
      {...(selectable
        ? {
            rowSelection: {
              selectedRowKeys: selected.map(({ id }) => id),
              onChange: (keys, ticked) => select(rowsOfKeys(keys, [...ticked, ...selected])),
              preserveSelectedRowKeys: true,
              checkStrictly: true,
              fixed: !narrow,
              columnWidth: 48,
              getTitleCheckboxProps: () => ({ 'aria-label': '全选' }),
              // Ticking all matches must not tick their ancestors.
              getCheckboxProps: (row) => ({ 'aria-label': `选择${asText(row[resource.label])}`, disabled: !list.isFound(row) }),
            },
          }
        : {})}
      pagination={false}
      onChange={(_page, _filters, sorter) => {
        const { columnKey, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter;
        change({ sort: order === undefined || order === null ? undefined : `${String(columnKey)}:${order === 'ascend' ? 'asc' : 'desc'}` });
      }}
    />
  );
  return (
    <>
      <StaleNotice list={list} />
      <div className="list-rows">
        <ResizeContext value={{ show: setDragged, keep: (widths) => list.setColumns(sized(widths)) }}>{table}</ResizeContext>
        <div className="list-pages">
          <PagesBelow list={list} narrow={narrow} />
        </div>
      </div>
    </>
  );
}

/** The pagination: a separate component, so that its arrival does not render the table again. */
function PagesBelow({ list, narrow }: { list: List; narrow: boolean }) {
  const { data } = list.page;
  const drawn = useRowsPainted(data !== undefined);
  return <Suspense>{drawn && data !== undefined && data.total > 0 && <ListPages list={list} narrow={narrow} />}</Suspense>;
}

/** antd's buttons for expanding rows, with the row's name. */
const expandableOf = ({ resource, expanded, expand }: List): NonNullable<TableProps<AnyRow>['expandable']> => ({
  expandedRowKeys: expanded,
  onExpandedRowsChange: (keys) => expand(keys.map(String)),
  expandIcon: (icon) => {
    const called = asText(icon.record[resource.label]);
    return renderExpandIcon({ expand: `展开${called}`, collapse: `收起${called}` })(icon);
  },
});

/** A row with its children: children not loaded yet can still be expanded, a leaf cannot. */
function withChildren(row: AnyRow, levels: List['levels']): AnyRow {
  if (isLeaf(row, levels)) return row;
  return { ...row, children: (levels.get(row.id) ?? []).map((child) => withChildren(child, levels)) };
}

/** The placeholder for rows that are loading. */
export const tableSkeleton = (
  <div className="list-skeleton">
    <Skeleton rows={8} />
  </div>
);

/** Shown in a table without rows. */
export function NoRows({ list: { resource, state, page, change } }: { list: List }) {
  // Kept during automatic retries: a button that appears and disappears cannot be clicked.
  const [failure, setFailure] = useState(page.error);
  if (page.error !== null && page.error !== failure) setFailure(page.error);
  if (page.data === undefined && page.errorUpdateCount > 0 && failure !== null) {
    const retry = { label: '重试', onClick: () => void page.refetch() };
    return <ErrorState status="warning" title={`${resource.title}列表加载失败`} text={failure.message} action={retry} />;
  }
  if (page.data === undefined) return tableSkeleton;
  if (!isNarrowed(state)) return <Empty description={resource.listOptions?.empty ?? `还没有${resource.title}`} />;
  return (
    <Empty description={`没有符合条件的${resource.title}`}>
      <Button onClick={() => change({ terms: [], search: '' })}>清除搜索和筛选</Button>
    </Empty>
  );
}
