import {
  DeleteOutlined,
  EditOutlined,
  FilterOutlined,
  PlusOutlined,
  PrinterOutlined,
  ReloadOutlined,
  SettingOutlined,
} from '@ant-design/icons';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { Button } from 'antd';
import { startTransition, Suspense, useState } from 'react';
import { ExportButton } from '../export/export-button.tsx';
import { useExport } from '../export/use-export.tsx';
import { FullTableButton } from '../lists/full-table-button.tsx';
import type { RowHandlers } from '../hooks/use-row-actions.ts';
import { SavedViewsMenu } from '../lists/saved-views-menu.tsx';
import { ImportButton } from '../import/import-button.tsx';
import { FoldingTools } from '../../platform/menus/folding-tools.tsx';
import { IconButton } from '../../platform/ui/icon-button.tsx';
import { useMay } from '../../platform/session/use-may.ts';
import { lazyPart } from '../../platform/timing/lazy-part.ts';
import { MoreSheet } from '../../platform/menus/more-sheet.tsx';
import { printing } from '../../platform/ui/printing.ts';
import { useWide } from '../../platform/appearance/use-wide.ts';
import type { Action } from '../action.ts';
import type { Filtering } from '../lists/list-state.ts';
import type { List } from '../lists/use-list.ts';
import { customActions, listButtons, mayBatch } from '../screen-rules.ts';
import { ListDialogs, type ListDialog } from './list-dialogs.tsx';
import { StickyBar } from './sticky-bar.tsx';
import { SelectionTools } from './selection-tools.tsx';
import type { HalfFilter } from '../lists/filter-panel.tsx';
import { FilterTags } from '../lists/filter-tags.tsx';
import { QuickFilters } from '../lists/quick-filters.tsx';
import { SearchBox } from '../lists/search-box.tsx';
import { TreeTools } from '../lists/tree-tools.tsx';
import { ViewTabs } from '../lists/view-tabs.tsx';

// Fetched after the rows; the sheet and the sorting only on narrow screens.
export const FilterPanel = lazyPart(async () => (await import('../lists/filter-panel.tsx')).FilterPanel);
const FilterSheet = lazyPart(async () => (await import('../lists/filter-sheet.tsx')).FilterSheet);
const SortButton = lazyPart(async () => (await import('../lists/sort-button.tsx')).SortButton);

interface ListToolbarProps extends Pick<RowHandlers, 'remove' | 'removeLabel' | 'editable'> {
  list: List;
  add: () => void;
  /** The page's own actions as further buttons; each gets the ticked rows. */
  more?: readonly Action<readonly AnyRow[]>[] | undefined;
}

/** Buttons by the person's rights (docs/spec.md 6), the search box, and the filters; while rows are ticked, only the actions on them, 刷新 and 表格全屏. */
export function ListToolbar({ list, add, remove, removeLabel = '删除', editable, more = [] }: ListToolbarProps) {
  const { resource, state, change, page, selected, select, refresh } = list;
  const ticked = selected.length > 0;
  const may = useMay(resource.name);
  const buttons = listButtons(resource, may);
  const own = customActions(more, may).filter(({ ofTicked, offered }) => (!ticked || ofTicked === true) && offered?.(selected) !== false);
  const narrow = !useWide('sm');
  const [dialog, setDialog] = useState<ListDialog>();
  const exporting = useExport(resource);
  const [filtering, setFiltering] = useState(false);
  const [half, onHalf] = useState<HalfFilter>([]);
  const press = () => startTransition(() => setFiltering(!filtering));
  const filtered: Filtering = { resource, terms: state.terms, onChange: (terms) => change({ terms }) };
  const filters = new Set(state.terms.map(({ field }) => field)).size;
  const batch = ticked && mayBatch(resource, may) && <BatchButton open={() => setDialog('batch')} />;
  const removing = buttons.includes('delete') && (ticked || !narrow) && (
    <Button danger icon={<DeleteOutlined aria-hidden />} disabled={!ticked} onClick={() => remove(selected)}>
      {removeLabel}
    </Button>
  );
  const acting = (
    <>
      {buttons.includes('import') && !ticked && <ImportButton open={() => setDialog('import')} />}
      <ExportButton list={list} exporting={exporting} />
      {own.map(({ label, icon, danger = false, ofTicked = false, run }) => (
        <Button key={label} icon={icon} danger={danger} disabled={ofTicked && !ticked} onClick={() => run(selected, () => select([]))}>
          {label}
        </Button>
      ))}
    </>
  );
  const tools = (
    <>
      {(ticked || narrow) && acting}
      {!ticked && <SavedViewsMenu list={list} ask={setDialog} />}
      {!ticked && (narrow ? <SortButton list={list} /> : <ColumnsButton open={() => setDialog('columns')} />)}
      <Button icon={<ReloadOutlined aria-hidden spin={page.isFetching} />} aria-label="刷新" title="刷新" onClick={refresh} />
    </>
  );
  return (
    <>
      <ViewTabs list={list} />
      <StickyBar label={`${resource.title}列表工具栏`}>
        {ticked && <SelectionTools list={list} />}
        {!narrow && batch}
        {buttons.includes('add') && !ticked && (
          <Button type="primary" icon={<PlusOutlined aria-hidden />} aria-label="新增" onClick={add}>
            {narrow ? null : '新增'}
          </Button>
        )}
        {!narrow && removing}
        {!narrow && !ticked && acting}
        <span className="crud-bar-space" />
        {(!ticked || !narrow) && <SearchBox list={list} />}
        {narrow && !ticked && (
          <span className="list-count-place">
            <IconButton icon={FilterOutlined} label="添加筛选" aria-expanded={filtering} onClick={press} />
            {filters > 0 && <sup className="list-count">{filters}</sup>}
          </span>
        )}
        {narrow ? (
          <MoreSheet>
            {batch}
            {!ticked && <TreeTools list={list} />}
            {removing}
            {tools}
            {/* The top bar has no room for it. */}
            <Button icon={<PrinterOutlined aria-hidden />} onClick={printing.start}>
              打印
            </Button>
          </MoreSheet>
        ) : (
          <FoldingTools set={`${selected.length}`}>
            {tools}
            <FullTableButton />
          </FoldingTools>
        )}
      </StickyBar>
      <ListDialogs list={list} dialog={dialog} editable={editable} close={() => setDialog(undefined)} />
      {filtering && narrow && (
        <Suspense>
          <FilterSheet {...filtered} half={half} onHalf={onHalf} onClose={() => setFiltering(false)} />
        </Suspense>
      )}
      <div className="list-filters">
        {!narrow && <TreeTools list={list} />}
        {!narrow && <QuickFilters {...filtered} />}
        {!narrow && <FilterButton open={filtering} press={press} />}
        <FilterTags {...filtered} />
      </div>
      {filtering && !narrow && (
        <Suspense>
          <FilterPanel {...filtered} half={half} onHalf={onHalf} />
        </Suspense>
      )}
    </>
  );
}

const BatchButton = ({ open }: { open: () => void }) => (
  <Button icon={<EditOutlined aria-hidden />} aria-haspopup="dialog" onClick={open}>
    批量修改
  </Button>
);

const ColumnsButton = ({ open }: { open: () => void }) => (
  <IconButton icon={SettingOutlined} label="列设置" aria-haspopup="dialog" onClick={open} />
);

const FilterButton = ({ open, press }: { open: boolean; press: () => void }) => (
  <Button size="small" type="dashed" icon={<PlusOutlined aria-hidden />} aria-expanded={open} onClick={press}>
    添加筛选
  </Button>
);
