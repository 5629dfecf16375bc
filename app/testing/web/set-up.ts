import '@back-office/web/platform/style-nonce.ts';
import './open-office.ts';
import '../../web/base.css';
import '@back-office/web/platform/ui/start.css';
import '@back-office/web/sign-in/gate-buttons.css';
import '@back-office/web/sign-in/gate.css';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { sysPages } from '@back-office/sys/pages.ts';
import { liveStore } from '@back-office/web/platform/live/live-store.ts';
import { sessionStore } from '@back-office/web/platform/session/session-store.ts';
import { openPages } from '@back-office/web/shell/routing/open-pages.ts';
import { signInAs } from '@back-office/web/testing/sign-in-as.ts';
import { stubServer, takeUnanswered } from '@back-office/web/testing/stub-server.ts';
import { loadingPages } from './loading-pages.ts';

beforeEach(() => {
  openPages([{ name: 'sys', features: sysPages }]);
  localStorage.clear();
  stubServer();
  signInAs();
});

afterEach(async () => {
  await cleanup();
  await loadingPages.end();
  liveStore.stop();
  sessionStore.close();
  vi.unstubAllGlobals();
  expect(takeUnanswered(), 'calls that the test has no answer for').toEqual([]);
});
