import { SettingOutlined } from '@ant-design/icons';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../platform/ui/lazy-part.ts';
import { PartBoundary } from '../../platform/ui/part-boundary.tsx';
import type { List } from './use-list.ts';
import { columnsIn } from './use-list-address.ts';
import { declaredColumns, type ListColumn } from './list-column.ts';
import './lists.css';
import { IconButton } from '../../platform/ui/icon-button.tsx';

// Not before the rows.
const ColumnDrawer = lazyPart(async () => (await import('./column-drawer.tsx')).ColumnDrawer);

/** 列设置: which columns a list shows, in what order and how wide, what is pinned, and how close rows stand; kept for the person. */
export function ColumnSettings({ list }: { list: List }) {
  // What is chosen here holds at once; what the list says follows a moment later.
  const [chosen, setChosen] = useState<readonly ListColumn[]>();
  // Stays once it was opened, so that it goes as it came.
  const [asked, ask] = useState(false);
  const { resource, columns, setColumns } = list;
  const tree = list.kind !== undefined;
  const open = (): void => {
    ask(true);
    setChosen(columnsIn(resource, columns, tree));
  };
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
      <IconButton icon={SettingOutlined} label="列设置" aria-haspopup="dialog" onClick={open} />
      {asked && (
        <PartBoundary what="列设置">
          <Suspense>
            <ColumnDrawer list={list} chosen={chosen} change={change} reset={reset} close={() => setChosen(undefined)} />
          </Suspense>
        </PartBoundary>
      )}
    </>
  );
}
