/**
 * A start that cannot continue for a reason the operator can fix: a wrong setting, a locked folder, an unreachable
 * database. The message is the one sentence that is printed; it names the problem and never contains a secret. `cause`
 * keeps the original for a log at debug level.
 */
export class StartError extends Error {
  override name = 'StartError';
}
