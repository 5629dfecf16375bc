import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RootErrorBoundary } from '@back-office/web/shell/layout/root-error-boundary.tsx';
import { Shell } from '@back-office/web/shell/layout/shell.tsx';

/** Draws the application of the person who is signed in. */
export function openApp(root: HTMLElement): void {
  // In slices, so that a slow machine answers meanwhile; the outline stands until all of it is drawn.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <RootErrorBoundary>
          <Shell />
        </RootErrorBoundary>
      </StrictMode>,
    ),
  );
}
