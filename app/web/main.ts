import '@back-office/web/platform/style-nonce.ts';
import './base.css';
import '@back-office/web/platform/ui/start.css';
import '@back-office/web/sign-in/gate-buttons.css';
import '@back-office/web/sign-in/gate.css';
import { ignoreHeldEnter } from '@back-office/web/platform/keyboard/ignore-held-enter.ts';
import { ignoreComposition } from '@back-office/web/platform/keyboard/ignore-composition.ts';
import { appearance } from '@back-office/web/platform/appearance/appearance.ts';
import { showGateArt } from '@back-office/web/sign-in/gate-art.ts';
import { openSignIn } from '@back-office/web/sign-in/login/open-sign-in.ts';
import { drawStartFailure } from '@back-office/web/shell/error/start-failure.ts';
import { guard } from '@back-office/web/shell/routing/guard.ts';
import { isLoginPath, isResetPage } from '@back-office/web/platform/routing/paths.ts';
import { adoptSession, enterSession, storeSessionHint } from '@back-office/web/platform/session/adopt-session.ts';
import { joinWindows } from '@back-office/web/platform/session/session-channel.ts';
import { sessionStore } from '@back-office/web/platform/session/session-store.ts';
import { loadCipher } from '@back-office/web/platform/session/sign-in.ts';
import { leave } from '@back-office/web/platform/session/sign-out.ts';

// This file has loaded: later failures report themselves (index.html).
document.getElementById('start-failure')?.remove();
appearance.start();
ignoreComposition();
ignoreHeldEnter();
storeSessionHint();
joinWindows({ leave, enter: (session) => adoptIfUntouched(() => enterSession(session)) });

const root = document.getElementById('root');
if (root !== null) void start(root);

/** Not a top-level await: the build would then create a file of one line for each part that is loaded later. */
async function start(at: HTMLElement): Promise<void> {
  if (isResetPage(location)) return openGate(at);
  // At once, unless another window is signed in: then it takes a few milliseconds until that one has answered.
  if (document.documentElement.dataset['start'] === 'asking') await adoptSession(adoptIfUntouched);
  if (sessionStore.get().isAuthorization) openShell(at);
  else openGate(at);
}

/** Adopts the session of another window, if this one shows a sign-in form that nobody has started to fill in. */
function adoptIfUntouched(adopt: () => void): void {
  if (root === null || document.documentElement.dataset['start'] !== 'gate' || !isUntouched()) return;
  adopt();
  openShell(root);
}

/** A browser that knows the password fills it in by itself. */
const isUntouched = (): boolean =>
  !navigator.userActivation.hasBeenActive ||
  [...document.querySelectorAll<HTMLInputElement>('#sign-in input')].every(({ value }) => value === '');

/** The pages for people who are not signed in. The sign-in form came with the page; the other pages are loaded. */
function openGate(at: HTMLElement): void {
  const wanted = location.pathname + location.search + location.hash;
  const allowed = guard(location, false);
  if (allowed !== wanted) history.replaceState(null, '', allowed);
  if (isLoginPath(location.pathname) && !isResetPage(location)) {
    document.documentElement.dataset['start'] = 'gate';
    document.title = `登录 - ${document.title}`;
    showGateArt();
    // In parallel with the form; if it fails, signing in loads it again and reports the failure.
    loadCipher().catch(() => undefined);
    openSignIn({ onTyping: fetchAll, onSignedIn: () => openShell(at) });
    return;
  }
  import('@back-office/web/sign-in/open-gate-pages.tsx').then(
    ({ openGatePages }) => openGatePages(at),
    () => drawStartFailure(at),
  );
}

/** Everything behind the sign-in; its skeleton is shown while its code loads. */
function openShell(at: HTMLElement): void {
  document.documentElement.dataset['start'] = 'shell';
  fetchParts('shell-parts');
  import('./app.tsx').then(
    ({ openApp }) => openApp(at),
    () => drawStartFailure(at),
  );
}

/** The code of the home page, and then that of all other pages. */
function fetchAll(): void {
  fetchParts('shell-parts');
  fetchParts('page-parts');
}

/** Fetches the code of the shell or the pages without running any of it; the build lists its files in the page (start-page.ts). */
function fetchParts(id: 'shell-parts' | 'page-parts'): void {
  const parts = document.getElementById(id);
  if (!(parts instanceof HTMLTemplateElement)) return;
  // The page's own first script has already done it if there was a session.
  const [first] = parts.content.querySelectorAll('link');
  if (first !== undefined && document.head.querySelector(`link[href="${first.getAttribute('href') ?? ''}"]`) === null)
    document.head.append(parts.content.cloneNode(true));
}
