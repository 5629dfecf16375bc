import './style-nonce.ts';
import './base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { appearance } from './appearance/appearance.ts';
import { adoptSession, keepHint } from './session/adopt-session.ts';
import { configStore } from './session/config-store.ts';
import { joinWindows } from './session/session-channel.ts';
import { leave } from './session/sign-out.ts';

// Under way before the first rendering; whoever needs the answer asks again when this fails.
void configStore.load().catch(() => undefined);
appearance.start();
keepHint();
joinWindows(() => leave());

const root = document.getElementById('root');
if (root !== null) {
  // At once, unless another window is signed in: then it is a few milliseconds until that has answered.
  void adoptSession().then(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
}
