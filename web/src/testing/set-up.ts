import '../style-nonce.ts';
import '../base.css';
import '../start.css';
import '../pages/gate/gate.css';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { sessionStore } from '../session/session-store.ts';
import { signInAs } from './sign-in-as.ts';
import { stubServer, takeUnanswered } from './stub-server.ts';

beforeEach(() => {
  localStorage.clear();
  stubServer();
  signInAs();
});

afterEach(async () => {
  await cleanup();
  sessionStore.close();
  vi.unstubAllGlobals();
  expect(takeUnanswered(), 'calls that the test has no answer for').toEqual([]);
});
