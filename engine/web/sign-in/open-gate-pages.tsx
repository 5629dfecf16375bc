import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import logo from '../platform/ui/logo.svg';
import { gateArt } from './gate-art.ts';
import { isErrorPath, isResetPage } from '../platform/routing/paths.ts';
import { useConfig } from '../platform/session/use-config.ts';
import { useTitle } from '../platform/session/use-title.ts';
import { ErrorPage } from '../platform/states/error-page.tsx';
import { RegisterPage } from './register/register-page.tsx';
import { ForgotPage } from './reset/forgot-page.tsx';
import { ResetPage, takeToken } from './reset/reset-page.tsx';

/** Renders the pages for people who are not signed in, beside the sign-in form, which is part of the page's HTML. */
export function openGatePages(root: HTMLElement): void {
  const token = takeToken();
  createRoot(root).render(
    <StrictMode>
      <Gate token={token} />
    </StrictMode>,
  );
}

function Gate({ token }: { token: string }) {
  if (isErrorPath(location.pathname)) {
    return (
      <main>
        <ErrorPage status={location.pathname.slice('/error/'.length)} onHome={() => location.assign('/login')} />
      </main>
    );
  }
  if (isResetPage(location)) {
    const isForgot = location.search === '?forgot';
    return <GateFrame name={isForgot ? '忘记密码' : '设置新密码'}>{isForgot ? <ForgotPage /> : <ResetPage token={token} />}</GateFrame>;
  }
  return (
    <GateFrame name="注册" says="注册账号">
      <RegisterPage />
    </GateFrame>
  );
}

function GateFrame({ name, says = name, children }: { name: string; says?: string; children: ReactNode }) {
  const title = useConfig()?.title;
  useTitle(name);
  return (
    <div className="gate">
      <svg className="gate-art" aria-hidden="true">
        <use href={gateArt()} />
      </svg>
      <main className="gate-card">
        <header className="gate-head">
          <img src={logo} alt="" width="44" height="44" />
          <h1>{title}</h1>
          <p>{says}</p>
        </header>
        {children}
      </main>
    </div>
  );
}
