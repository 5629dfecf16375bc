import { request } from '../request/request.ts';

/**
 * Makes a call, which prolongs the session, and reads its new end. Any call would do; this one is cheap. If the session has already ended, the user
 * is asked to sign in (docs/spec.md 8).
 */
export const continueSession = (): Promise<void> =>
  request('/api/sys/user/two-step', { quiet: true }).then(
    () => undefined,
    () => undefined,
  );
