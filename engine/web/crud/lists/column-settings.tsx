import { SettingOutlined } from '@ant-design/icons';
import { fieldOf } from '@back-office/contract/resource/resource.ts';
import { Button, Drawer, Grid } from 'antd';
import { useState } from 'react';
import type { List } from './use-list.ts';
import { ColumnList } from './column-list.tsx';
import { columnsIn } from './use-list-address.ts';
import { declaredColumns, type ListColumn } from './list-column.ts';
import './lists.css';

/** 列设置: which columns a list shows, in what order and how wide; kept for the person. */
export function ColumnSettings({ list }: { list: List }) {
  // What is chosen here holds at once; what the list says follows a moment later.
  const [chosen, setChosen] = useState<readonly ListColumn[]>();
  const narrow = Grid.useBreakpoint().sm === false;
  const { resource, columns, setColumns, tree } = list;
  const change = (next: readonly ListColumn[]): void => {
    setChosen(next);
    // What takes no part in a tree keeps its place behind the others.
    setColumns([...next, ...columns.filter(({ name }) => !next.some((column) => column.name === name))]);
  };
  const reset = (): void => {
    setChosen(columnsIn(resource, declaredColumns(resource), tree));
    setColumns(undefined);
  };
  return (
    <>
      <Button
        icon={<SettingOutlined aria-hidden />}
        aria-label="列设置"
        title="列设置"
        aria-haspopup="dialog"
        onClick={() => setChosen(columnsIn(resource, columns, tree))}
      />
      <Drawer
        open={chosen !== undefined}
        title="列设置"
        size={narrow ? '100%' : 380}
        onClose={() => setChosen(undefined)}
        destroyOnHidden
        // The table behind it shows at once what is chosen.
        styles={{ mask: { background: 'transparent' } }}
        extra={
          <Button type="link" size="small" onClick={reset}>
            恢复默认
          </Button>
        }
      >
        <p className="list-hint">勾选要显示的列；拖动左侧的手柄，或在手柄上按上下方向键，调整顺序。</p>
        <ColumnList
          columns={chosen ?? columns}
          labelOf={(name) => fieldOf(resource, name).label}
          widthOf={(name) => fieldOf(resource, name).width}
          onChange={change}
        />
      </Drawer>
    </>
  );
}
