import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { Suspense, useState } from 'react';
import { rowsOfKeys } from '../../platform/ui/rows-of-keys.ts';
import { lazyPart } from '../../platform/timing/lazy-part.ts';
import { PartBoundary } from '../../platform/states/part-boundary.tsx';
import type { Values } from '../fields/field-kit.ts';
import { shownNames } from '../lists/list-column.ts';
import { toKeep } from '../lists/saved-views.ts';
import { viewsKey } from '../lists/use-list-address.ts';
import type { List } from '../lists/use-list.ts';

// Fetched after the rows.
const BatchDialog = lazyPart(async () => (await import('../batch/batch-dialog.tsx')).BatchDialog);
export const ColumnDrawer = lazyPart(async () => (await import('../lists/column-drawer.tsx')).ColumnDrawer);
const ImportDialog = lazyPart(async () => (await import('../import/import-dialog.tsx')).ImportDialog);
export const ManageViewsDialog = lazyPart(async () => (await import('../lists/manage-views-dialog.tsx')).ManageViewsDialog);
export const SaveViewDialog = lazyPart(async () => (await import('../lists/save-view-dialog.tsx')).SaveViewDialog);

/** The dialogs that a list's toolbar opens. */
export type ListDialog = 'batch' | 'columns' | 'import' | 'manage' | 'save';

interface ListDialogsProps {
  list: List;
  dialog: ListDialog | undefined;
  editable: ((row: Values) => boolean) | undefined;
  close: () => void;
}

/** The dialogs of a list's toolbar, rendered outside it: a narrow toolbar has other buttons, and an open dialog must survive turning a phone. */
export function ListDialogs({ list, dialog, editable, close }: ListDialogsProps) {
  const { resource, state, columns, views: saved } = list;
  const viewDialogProps = { storeKey: viewsKey(resource), saved, onClose: close };
  return (
    <PartBoundary what="对话框">
      <Suspense>
        {dialog === 'batch' && <Batch list={list} editable={editable} onClose={close} />}
        {dialog === 'columns' && <ColumnDrawer list={list} close={close} />}
        {dialog === 'import' && <ImportDialog resource={resource} close={close} />}
        {dialog === 'manage' && <ManageViewsDialog {...viewDialogProps} />}
        {dialog === 'save' && <SaveViewDialog {...viewDialogProps} kept={toKeep(state, shownNames(columns))} />}
      </Suspense>
    </PartBoundary>
  );
}

/** 批量修改 of the ticked rows; those that were not changed stay ticked, as they are stored: a second attempt sends the versions stored now. */
function Batch({ list, ...props }: Pick<ListDialogsProps, 'list' | 'editable'> & { onClose: () => void }) {
  const { resource, selected, select } = list;
  // The rows that were ticked on opening: changed ones are unticked meanwhile.
  const [rows] = useState<readonly AnyRow[]>(selected);
  const done = (saved: readonly AnyRow[], changedByOthers: readonly AnyRow[]): void => {
    const left = new Set(selected.map(({ id }) => id)).difference(new Set(saved.map(({ id }) => id)));
    select(rowsOfKeys([...left], [...selected, ...changedByOthers]));
  };
  return <BatchDialog {...props} resource={resource} rows={rows} onDone={done} />;
}
