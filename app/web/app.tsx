import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { setImportWorker } from '@back-office/web/crud/import/table/worker-of-imports.ts';
import { openOffice } from '@back-office/web/platform/office/open-office.ts';
import { RootErrorBoundary } from '@back-office/web/shell/layout/root-error-boundary.tsx';
import { Shell } from '@back-office/web/shell/layout/shell.tsx';
import { office } from '../office.ts';
import { modules } from './modules.ts';

/** Draws the application of the person who is signed in. */
export function openApp(root: HTMLElement): void {
  openOffice(office);
  setImportWorker(() => new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' }));
  // In slices, so that a slow machine answers meanwhile; the outline stands until all of it is drawn.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <RootErrorBoundary>
          <Shell modules={modules} />
        </RootErrorBoundary>
      </StrictMode>,
    ),
  );
}
