import './style-nonce.ts';
import './base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { configStore } from './session/config-store.ts';

// Under way before the first rendering; whoever needs the answer asks again when this fails.
void configStore.load().catch(() => undefined);

const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
