/**
 * A start that cannot go on for a reason the operator can fix: a wrong setting, a locked
 * folder, an unreachable database. The message is the one sentence that is printed; it names
 * the thing and never holds a secret. `cause` keeps the original for a log at debug level.
 */
export class StartError extends Error {
  override name = 'StartError';
}
