import { generateSync } from 'otplib';

/** What an authenticator app shows at `now` for a secret written in base32, `away` steps from it. */
export const secretCode = (secret: string, now: Date, away = 0): string =>
  generateSync({ secret, epoch: Math.floor(now.getTime() / 1000) + away * 30 });
