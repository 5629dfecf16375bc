import { SettingOutlined } from '@ant-design/icons';
import { Button, Drawer, Grid } from 'antd';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../platform/ui/lazy-part.ts';
import { PartBoundary } from '../../platform/ui/part-boundary.tsx';
import { Skeleton } from '../../platform/ui/skeleton.tsx';
import type { List } from './use-list.ts';
import { columnsIn } from './use-list-address.ts';
import { declaredColumns, type ListColumn } from './list-column.ts';
import './lists.css';

const ColumnPanel = lazyPart(async () => (await import('./column-panel.tsx')).ColumnPanel);

/** 列设置: which columns a list shows, in what order and how wide, what is pinned, and how close rows stand; kept for the person. */
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
        <PartBoundary what="列设置">
          <Suspense fallback={<Skeleton rows={8} />}>
            <ColumnPanel resource={resource} columns={chosen ?? columns} onChange={change} />
          </Suspense>
        </PartBoundary>
      </Drawer>
    </>
  );
}
