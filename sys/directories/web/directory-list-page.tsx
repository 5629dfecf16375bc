import type { RecordOf } from '@back-office/contract/resource/row.ts';
import { ListPage } from '@back-office/web/crud/pages/list-page.tsx';
import { lazyPart } from '@back-office/web/platform/timing/lazy-part.ts';
import { Suspense, useState } from 'react';
import { directory } from '../directory.ts';

// Loaded when opened.
const TrialDialog = lazyPart(async () => (await import('./trial-dialog.tsx')).TrialDialog);

/** Directories, with a dry run that shows what a synchronisation would change, and buttons to run it. */
export function DirectoryListPage() {
  const [tried, setTried] = useState<RecordOf<typeof directory>>();
  return (
    <>
      <ListPage resource={directory} drawer rowActions={[{ name: 'run', label: '试运行与同步', run: setTried }]} />
      {tried !== undefined && (
        <Suspense>
          <TrialDialog row={tried} onClose={() => setTried(undefined)} />
        </Suspense>
      )}
    </>
  );
}
