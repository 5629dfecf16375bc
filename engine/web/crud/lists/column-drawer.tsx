import { fieldOf } from '@back-office/contract/resource/resource.ts';
import { Button, Drawer, Input, Segmented } from 'antd';
import { useState } from 'react';
import { matches } from '../../platform/ui/matches.ts';
import { usePinyin } from '../../platform/ui/use-pinyin.ts';
import { ColumnList } from './column-list.tsx';
import { declaredColumns, type ListColumn } from './list-column.ts';
import type { List } from './use-list.ts';
import { columnsIn } from './use-list-address.ts';
import { chooseDensity, densities, densityNames, useDensity } from '../../platform/appearance/density.ts';
import { useWide } from '../../platform/appearance/use-wide.ts';
import { useClosing } from '../../platform/ui/use-closing.ts';
import './lists.css';

/** 列设置: which columns a list shows, their order, width and pinning, and the row density; saved per person. */
export function ColumnDrawer({ list: { resource, kind, columns, setColumns }, close }: { list: List; close: () => void }) {
  const narrow = !useWide('sm');
  const density = useDensity();
  const { hide, closing } = useClosing(close);
  const shownOf = (all: readonly ListColumn[]): readonly ListColumn[] => columnsIn(resource, all, kind !== undefined);
  // Local state, because the list's own columns follow a moment later.
  const [chosen, setChosen] = useState(() => shownOf(columns));
  const [search, setSearch] = useState('');
  usePinyin();
  const change = (next: readonly ListColumn[]): void => {
    setChosen(next);
    // Columns that a tree does not show keep their order behind the others.
    setColumns([...next, ...columns.filter(({ name }) => !next.some((column) => column.name === name))]);
  };
  const reset = (): void => {
    setChosen(shownOf(declaredColumns(resource)));
    setColumns(undefined);
  };
  return (
    <Drawer
      {...closing}
      title="列设置"
      size={narrow ? '100%' : 380}
      onClose={hide}
      // No dimming: the table behind the drawer shows each change at once.
      styles={{ mask: { background: 'transparent' } }}
      extra={
        <Button type="link" size="small" onClick={reset}>
          恢复默认
        </Button>
      }
    >
      <div className="list-density">
        <span id="list-density">表格密度</span>
        <Segmented
          aria-labelledby="list-density"
          value={density}
          options={densities.map((value) => ({ value, label: densityNames[value] }))}
          onChange={chooseDensity}
        />
      </div>
      <p className="list-hint">勾选要显示的列；拖动左侧的手柄，或在手柄上按上下方向键，调整顺序；图钉把列固定在左侧。</p>
      {/* A short list needs no search. */}
      {chosen.length > 10 && (
        <Input
          type="search"
          className="list-column-search"
          aria-label="搜索列"
          placeholder="搜索列，支持拼音"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      )}
      <ColumnList
        resource={resource}
        columns={chosen}
        matchesSearch={search.trim() === '' ? undefined : ({ name }) => matches(fieldOf(resource, name).label, search)}
        onChange={change}
      />
    </Drawer>
  );
}
