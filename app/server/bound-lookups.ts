/**
 * Makes the system give up on a hanging name server after 4 s instead of 10 (resolv.conf(5)): lookups cannot be aborted, only two run at
 * once, and the process cannot end before them. Call it before the first lookup; an operator's own setting takes precedence.
 */
export function boundLookups(environment: Record<string, string | undefined>): void {
  environment['RES_OPTIONS'] ??= 'timeout:2 attempts:2';
}
