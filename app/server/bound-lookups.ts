/**
 * Has the system give up a name server that hangs after 4 s in place of 10 (resolv.conf(5)): nothing can call a lookup off, there is
 * room for two, and the process ends no sooner than they do. To be called before the first name is looked up; an operator's own choice stays.
 */
export function boundLookups(environment: Record<string, string | undefined>): void {
  environment['RES_OPTIONS'] ??= 'timeout:2 attempts:2';
}
