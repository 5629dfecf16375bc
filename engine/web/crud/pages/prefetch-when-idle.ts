import { afterwards } from '../../platform/timing/afterwards.ts';
import { OpenRecord } from '../parts/list-beside.tsx';
import { ColumnDrawer, ManageViewsDialog, SaveViewDialog } from '../parts/list-dialogs.tsx';
import { FilterPanel } from '../parts/list-toolbar.tsx';

let scheduled = false;

/** Prefetches the parts of a list that open on demand, once, when the browser is idle, so that nobody waits when opening them. */
export function prefetchWhenIdle(): void {
  if (scheduled) return;
  scheduled = true;
  afterwards.do(() => {
    for (const part of [
      OpenRecord.fetch,
      () => import('./view.tsx'),
      () => import('../batch/set-state.ts'),
      FilterPanel.fetch,
      ColumnDrawer.fetch,
      SaveViewDialog.fetch,
      ManageViewsDialog.fetch,
    ])
      // A part that cannot be fetched now reports it when it is opened.
      void part().catch(() => undefined);
  });
}
