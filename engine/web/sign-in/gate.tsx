import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import logo from '../platform/ui/logo.svg';
import { isErrorPath } from '../platform/routing/paths.ts';
import { useConfig } from '../platform/session/use-config.ts';
import { useTitle } from '../platform/session/use-title.ts';
import { ErrorPage } from '../platform/ui/error-page.tsx';
import { RegisterPage } from './register/register-page.tsx';

/** Draws what somebody sees who is not signed in, beside the sign-in form, which came with the page. */
export function openGatePages(root: HTMLElement): void {
  createRoot(root).render(
    <StrictMode>
      <Gate />
    </StrictMode>,
  );
}

function Gate() {
  if (isErrorPath(location.pathname)) {
    return (
      <main>
        <ErrorPage status={location.pathname.slice('/error/'.length)} onHome={() => location.assign('/login')} />
      </main>
    );
  }
  return (
    <GateFrame>
      <RegisterPage />
    </GateFrame>
  );
}

function GateFrame({ children }: { children: ReactNode }) {
  const title = useConfig()?.title;
  useTitle('注册');
  return (
    <div className="gate">
      <main className="gate-card">
        <header className="gate-head">
          <img src={logo} alt="" width="44" height="44" />
          <h1>{title}</h1>
          <p>注册账号</p>
        </header>
        {children}
      </main>
    </div>
  );
}
