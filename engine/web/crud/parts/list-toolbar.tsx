import { DeleteOutlined, FilterOutlined, PlusOutlined, ReloadOutlined } from '@ant-design/icons';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { Badge, Button, Grid } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { ExportButton } from '../export/export-button.tsx';
import { ColumnSettings } from '../lists/column-settings.tsx';
import { FullTableButton } from '../lists/full-table-button.tsx';
import { SavedViewsMenu } from '../lists/saved-views-menu.tsx';
import { ImportButton } from '../import/import-button.tsx';
import { useMay } from '../../platform/session/use-may.ts';
import type { Action } from '../action.ts';
import type { List } from '../lists/use-list.ts';
import { customActions, listButtons } from '../screen-rules.ts';
import { StickyBar } from './sticky-bar.tsx';
import { Ticked } from './ticked.tsx';
import { FilterPanel } from '../lists/filter-panel.tsx';
import { FilterTags } from '../lists/filter-tags.tsx';
import { QuickFilters } from '../lists/quick-filters.tsx';
import { SearchBox } from '../lists/search-box.tsx';

// For the narrow alone.
const FilterSheet = lazy(async () => ({ default: (await import('../lists/filter-sheet.tsx')).FilterSheet }));

interface ListToolbarProps {
  list: List;
  add: () => void;
  remove: (rows: readonly AnyRow[]) => void;
  removeLabel?: string | undefined;
  /** Custom roles of the page, as further buttons; each is given the ticked rows. */
  more?: readonly Action<readonly AnyRow[]>[] | undefined;
}

/** Buttons by the person's rights (docs/spec.md 6), the search box, and the filters. */
export function ListToolbar({ list, add, remove, removeLabel = '删除', more = [] }: ListToolbarProps) {
  const { resource, state, change, page, selected, refresh } = list;
  const may = useMay(resource.name);
  const buttons = listButtons(resource, may);
  // With rows ticked the bar is theirs.
  const own = customActions(more, may).filter(({ ofTicked }) => selected.length === 0 || ofTicked === true);
  const narrow = Grid.useBreakpoint().sm === false;
  const [filtering, setFiltering] = useState(false);
  const filters = new Set(state.terms.map(({ field }) => field)).size;
  return (
    <>
      <StickyBar label={`${resource.title}列表工具栏`}>
        {selected.length > 0 && <Ticked list={list} />}
        {buttons.includes('add') && selected.length === 0 && (
          <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={add}>
            新增
          </Button>
        )}
        {buttons.includes('delete') && (
          <Button danger icon={<DeleteOutlined aria-hidden />} disabled={selected.length === 0} onClick={() => remove(selected)}>
            {removeLabel}
          </Button>
        )}
        {buttons.includes('import') && selected.length === 0 && <ImportButton resource={resource} />}
        <ExportButton list={list} />
        {own.map(({ label, icon, danger = false, ofTicked = false, run }) => (
          <Button key={label} icon={icon} danger={danger} disabled={ofTicked && selected.length === 0} onClick={() => run(selected)}>
            {label}
          </Button>
        ))}
        <span className="crud-bar-space" />
        <SearchBox list={list} />
        <span className="crud-bar-tools">
          <Badge count={filters} size="small">
            <Button icon={<FilterOutlined aria-hidden />} aria-expanded={filtering} onClick={() => setFiltering(!filtering)}>
              添加筛选
            </Button>
          </Badge>
          <SavedViewsMenu list={list} />
          <Button icon={<ReloadOutlined aria-hidden spin={page.isFetching} />} aria-label="刷新" onClick={refresh}>
            {narrow ? null : '刷新'}
          </Button>
          <ColumnSettings list={list} />
          {!narrow && <FullTableButton />}
        </span>
      </StickyBar>
      {filtering && narrow && (
        <Suspense>
          <FilterSheet
            resource={resource}
            terms={state.terms}
            onChange={(terms) => change({ terms })}
            onClose={() => setFiltering(false)}
          />
        </Suspense>
      )}
      {filtering && !narrow && <FilterPanel resource={resource} terms={state.terms} onChange={(terms) => change({ terms })} />}
      <div className="list-filters">
        {!narrow && <QuickFilters resource={resource} terms={state.terms} onChange={(terms) => change({ terms })} />}
        <FilterTags resource={resource} terms={state.terms} onChange={(terms) => change({ terms })} />
      </div>
    </>
  );
}
