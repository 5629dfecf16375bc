import { textOf } from '@back-office/contract/resource/text-of.ts';
import { recordIn } from '@back-office/contract/record-in.ts';
import { isUnavailable } from '@back-office/server/platform/database/database-errors.ts';
import { StartError } from '@back-office/server/platform/start-error.ts';

/** Turns an error that stopped a restore into a sentence for the operator; an error that only we can fix is returned unchanged. */
export function explainRestoreError(error: unknown, file: string): unknown {
  if (!(error instanceof Error)) return error;
  const { message } = error;
  const code = textOf(recordIn(error).code);
  // Classes of the database's errors: values that do not fit a type, and rows that violate a constraint.
  if (/^2[23]\w{3}$/.test(code) || error instanceof SyntaxError) {
    return new StartError(
      `Nothing was kept: the file ${file} is damaged, for it holds what its tables do not take (${message}). ` +
        'Copy it once more from where it was made, or take another backup.',
      { cause: error },
    );
  }
  if (/^(?:ENOSPC|EDQUOT|53100)$/.test(code)) {
    return new StartError(`Nothing was kept: there is no space left (${message}). Make room, and restore again.`, { cause: error });
  }
  if (isUnavailable(error)) {
    return new StartError(`Nothing was kept: the database did not go on (${message}). See its log, and restore again.`, { cause: error });
  }
  return error;
}
