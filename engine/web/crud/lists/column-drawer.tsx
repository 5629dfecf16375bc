import { Button, Drawer } from 'antd';
import { useState } from 'react';
import { ColumnPanel } from './column-panel.tsx';
import { declaredColumns, type ListColumn } from './list-column.ts';
import type { List } from './use-list.ts';
import { columnsIn } from './use-list-address.ts';
import { useWide } from '../../platform/appearance/use-wide.ts';
import { useClosing } from '../../platform/ui/use-closing.ts';
import './lists.css';

/** 列设置: which columns a list shows, in what order and how wide, what is pinned, and how close rows stand; kept for the person. */
export function ColumnDrawer({ list: { resource, kind, columns, setColumns }, close }: { list: List; close: () => void }) {
  const narrow = !useWide('sm');
  const { hide, closing } = useClosing(close);
  const shownOf = (all: readonly ListColumn[]): readonly ListColumn[] => columnsIn(resource, all, kind !== undefined);
  // What is chosen here holds at once; what the list says follows a moment later.
  const [chosen, setChosen] = useState(() => shownOf(columns));
  const change = (next: readonly ListColumn[]): void => {
    setChosen(next);
    // What takes no part in a tree keeps its place behind the others.
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
      // The table behind it shows at once what is chosen.
      styles={{ mask: { background: 'transparent' } }}
      extra={
        <Button type="link" size="small" onClick={reset}>
          恢复默认
        </Button>
      }
    >
      <ColumnPanel resource={resource} columns={chosen} onChange={change} />
    </Drawer>
  );
}
