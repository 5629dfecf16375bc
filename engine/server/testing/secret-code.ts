import { generateSync } from 'otplib';

/**
 * The code that an authenticator app shows at `now` for a secret in base32, `away` steps from now. One of the step before may be
 * refused a moment later, when the next step begins: tests that need two codes take that of now and that of the next step.
 */
export const secretCode = (secret: string, now: Date, away = 0): string =>
  generateSync({ secret, epoch: Math.floor(now.getTime() / 1000) + away * 30 });
