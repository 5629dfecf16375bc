import type { SignInMethod } from './sign-in.ts';

/** The version of the front end that the specification describes (docs/spec.md 1); the product's own is in package.json. */
export const frontEndVersion = '1.1.5';

/** So many minutes is a clock ahead of UTC from that moment on, in milliseconds since 1970; the first has no beginning. */
export interface ClockOffset {
  from: number;
  ahead: number;
}

/** `data` of GET /api/config, the one call that needs no session (docs/wire.md "Session"). */
export interface ConfigAnswer {
  version: string;
  title: string;
  routerMode: 'local' | 'remote';
  /** The ways to sign in, in order. */
  signIn: readonly SignInMethod[];
  registration: 'open' | 'approval' | 'off';
  upload: { maxFiles: number; maxSize: number; chunkSize: number; types: readonly string[] };
  officeViewer: string | null;
  /** How the server's clock stands to UTC: as it is now, and where that changes within a month, as for summer time, from then on. */
  clock: readonly ClockOffset[];
  /** Days for which nobody deletes a line of the logs; 0 for none. */
  logKeepDays: number;
  /** Days that what is deleted can be taken back. */
  recycleDays: number;
  /** Minutes without input after which a screen locks itself; 0 never. */
  lockMinutes: number;
  /** Whether people may add passkeys. */
  passkeys: boolean;
  /** Whether a server is set that takes mail. */
  mail: boolean;
  /** Whether who forgot their password may set it anew by mail. */
  passwordReset: boolean;
}
