import { lazy, Suspense } from 'react';
import { RootErrorBoundary } from './layout/root-error-boundary.tsx';
import { ShellOutline } from './layout/shell-outline.tsx';
import { Gate } from './pages/gate/gate.tsx';
import { useSession } from './session/use-session.ts';

const loadShell = () => import('./layout/shell.tsx');
const Shell = lazy(async () => ({ default: (await loadShell()).Shell }));

/** The sign-in pages, or the shell for those who are signed in. The shell is fetched while somebody signs in. */
export function App() {
  const { isAuthorization } = useSession();
  if (!isAuthorization) return <Gate onBusy={() => void loadShell().catch(() => undefined)} />;
  return (
    <RootErrorBoundary>
      <Suspense fallback={<ShellOutline />}>
        <Shell />
      </Suspense>
    </RootErrorBoundary>
  );
}
