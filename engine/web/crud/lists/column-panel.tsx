import { fieldOf } from '@back-office/contract/resource/resource.ts';
import { Segmented } from 'antd';
import { chooseDensity, densities, densityNames, useDensity } from '../../platform/appearance/density.ts';
import { ColumnList } from './column-list.tsx';
import { isPinned, type ListColumn } from './list-column.ts';
import type { List } from './use-list.ts';

interface ColumnPanelProps {
  resource: List['resource'];
  columns: readonly ListColumn[];
  onChange: (columns: readonly ListColumn[]) => void;
}

/** What 列设置 shows: how close rows stand, in all tables, and the columns of this one. */
export function ColumnPanel({ resource, columns, onChange }: ColumnPanelProps) {
  const density = useDensity();
  return (
    <>
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
      <ColumnList
        columns={columns}
        labelOf={(name) => fieldOf(resource, name).label}
        widthOf={(name) => fieldOf(resource, name).width}
        isPinned={(column) => isPinned(resource, column)}
        onChange={onChange}
      />
    </>
  );
}
