import type { SignInMethod } from './sign-in.ts';

/** The version of the front end that the specification describes (docs/spec.md 1); the product's own is in package.json. */
export const frontEndVersion = '1.1.5';

/** The clock's offset from UTC in minutes, from a moment on, in milliseconds since 1970; the first offset has no beginning. */
export interface ClockOffset {
  from: number;
  ahead: number;
}

/** `data` of GET /api/config, the one call that needs no session (docs/wire.md "Session"). */
export interface ConfigAnswer {
  version: string;
  title: string;
  routerMode: 'local' | 'remote';
  /** The sign-in methods, in order. */
  signIn: readonly SignInMethod[];
  registration: 'open' | 'approval' | 'off';
  upload: { maxFiles: number; maxSize: number; chunkSize: number; types: readonly string[] };
  officeViewer: string | null;
  /** The offsets of the server's clock from UTC: the current one, and changes within a month, as for summer time. */
  clock: readonly ClockOffset[];
  /** Days for which nobody may delete lines of the logs; 0 for none. */
  logKeepDays: number;
  /** Days for which deleted records can be restored. */
  recycleDays: number;
  /** Minutes without input after which the screen locks; 0 for never. */
  lockMinutes: number;
  /** Whether users may add passkeys. */
  passkeys: boolean;
  /** Whether a mail server is configured. */
  mail: boolean;
  /** Whether a forgotten password can be reset by mail. */
  passwordReset: boolean;
}
