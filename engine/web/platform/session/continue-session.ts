import { request } from '../request/request.ts';

/**
 * Uses the session, which prolongs it, and reads when it ends. Any call would do; this one is cheap. Where the session
 * is over already, the user is asked to sign in (docs/spec.md 8).
 */
export const continueSession = (): Promise<void> =>
  request('/api/sys/user/two-step', { quiet: true }).then(
    () => undefined,
    () => undefined,
  );
