import '../platform/style-nonce.ts';
import './open-office.ts';
import '@back-office/app/web/base.css';
import '../platform/ui/start.css';
import '../sign-in/gate.css';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { sysPages } from '@back-office/sys/pages.ts';
import { liveStore } from '../platform/live/live-store.ts';
import { sessionStore } from '../platform/session/session-store.ts';
import { openPages } from '../shell/routing/open-pages.ts';
import { signInAs } from './sign-in-as.ts';
import { stubServer, takeUnanswered } from './stub-server.ts';

beforeEach(() => {
  openPages([{ name: 'sys', features: sysPages }]);
  localStorage.clear();
  stubServer();
  signInAs();
});

afterEach(async () => {
  await cleanup();
  liveStore.stop();
  sessionStore.close();
  vi.unstubAllGlobals();
  expect(takeUnanswered(), 'calls that the test has no answer for').toEqual([]);
});
