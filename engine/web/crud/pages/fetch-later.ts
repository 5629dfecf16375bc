import { afterwards } from '../../platform/ui/afterwards.ts';
import { OpenRecord } from '../parts/list-beside.tsx';
import { ColumnDrawer, ManageViewsDialog, SaveViewDialog } from '../parts/list-dialogs.tsx';
import { FilterPanel } from '../parts/list-toolbar.tsx';

let asked = false;

/** Has the parts of a list fetched that are opened rather than looked at, so that nobody waits who opens them: once, when there is time. */
export function fetchLater(): void {
  if (asked) return;
  asked = true;
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
      // What cannot be fetched now says so when it is opened.
      void part().catch(() => undefined);
  });
}
