import { afterwards } from '../../platform/ui/afterwards.ts';

let asked = false;

/** Has the parts of a list fetched that are opened rather than looked at, so that nobody waits who opens them: once, when there is time. */
export function fetchLater(): void {
  if (asked) return;
  asked = true;
  afterwards.do(() => {
    for (const part of [
      () => import('../parts/open-record.tsx'),
      () => import('./view.tsx'),
      () => import('../batch/set-state.ts'),
      () => import('../lists/filter-panel.tsx'),
      () => import('../lists/column-drawer.tsx'),
      () => import('../lists/save-view-dialog.tsx'),
      () => import('../lists/manage-views-dialog.tsx'),
    ])
      // What cannot be fetched now says so when it is opened.
      void part().catch(() => undefined);
  });
}
