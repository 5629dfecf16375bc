import { useEffect, type ReactNode } from 'react';
import logo from '../../logo.svg';
import { goTo, useBrowserPath } from '../../routing/browser-path.ts';
import { guard } from '../../routing/guard.ts';
import { isErrorPath } from '../../routing/paths.ts';
import { useConfig } from '../../session/use-config.ts';
import { ErrorPage } from '../error/error-page.tsx';
import { LoginPage } from '../login/login-page.tsx';
import { RegisterPage } from '../register/register-page.tsx';
import './gate.css';

/** What somebody sees who is not signed in. Plain elements only, so that it is there at once. */
export function Gate({ onBusy }: { onBusy: () => void }) {
  const wanted = useBrowserPath();
  const url = new URL(wanted, location.origin);
  const shown = guard(url, false);
  const title = useConfig()?.title ?? document.title;

  useEffect(() => {
    if (shown !== wanted) goTo(shown, { replace: true });
  }, [shown, wanted]);
  useEffect(() => {
    document.title = title;
  }, [title]);

  if (isErrorPath(url.pathname)) {
    return (
      <main>
        <ErrorPage status={url.pathname.slice('/error/'.length)} onHome={() => goTo('/login')} />
      </main>
    );
  }
  const { pathname, searchParams } = new URL(shown, location.origin);
  return (
    <GateFrame title={title}>
      {pathname === '/register' ? <RegisterPage /> : <LoginPage redirect={searchParams.get('redirect')} onBusy={onBusy} />}
    </GateFrame>
  );
}

function GateFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="gate">
      <main className="gate-card">
        <header className="gate-head">
          <img src={logo} alt="" width="44" height="44" />
          <h1>{title}</h1>
        </header>
        {children}
      </main>
    </div>
  );
}
