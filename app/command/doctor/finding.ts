/** The result of one check: `fail` would stop a start, or loses data; every result but `ok` says how to fix it. */
export interface Finding {
  readonly level: 'ok' | 'warn' | 'fail';
  readonly what: string;
  readonly text: string;
}

export const ok = (what: string, text: string): Finding => ({ level: 'ok', what, text });
export const warn = (what: string, text: string): Finding => ({ level: 'warn', what, text });
export const fail = (what: string, error: unknown): Finding => ({
  level: 'fail',
  what,
  text: error instanceof Error ? error.message : String(error),
});
