import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { setImportWorker } from '@back-office/web/crud/import/table/worker-of-imports.ts';
import { openOffice } from '@back-office/web/platform/office/open-office.ts';
import { createQueryClient } from '@back-office/web/shell/start/create-query-client.ts';
import { RootErrorBoundary } from '@back-office/web/shell/error/root-error-boundary.tsx';
import { Shell } from '@back-office/web/shell/start/shell.tsx';
import { lateModules } from '@back-office/web/shell/routing/late-modules.ts';
import { sysWeb } from '@back-office/sys/web.ts';
import { hasLate, ours } from './ours.ts';

const modules = [sysWeb];

/** Draws the application of the person who is signed in; a company's modules come after it (load-modules.ts). */
export function openApp(root: HTMLElement): void {
  openOffice(ours);
  if (hasLate) lateModules.setLoader(async () => (await import('./load-modules.ts')).loadModules());
  setImportWorker(() => new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' }));
  const queries = createQueryClient();
  // A transition, so that a slow machine stays responsive; the outline is shown until everything is rendered.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <RootErrorBoundary>
          <Shell modules={modules} queries={queries} />
        </RootErrorBoundary>
      </StrictMode>,
    ),
  );
}
