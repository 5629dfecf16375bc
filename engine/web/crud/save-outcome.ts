import { issuesIn } from '../platform/request/issues-in.ts';
import type { Issue } from '@back-office/contract/resource/issue.ts';
import { codes, type Conflict, type Use } from '@back-office/contract/envelope.ts';
import { fieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow, RecordOf } from '@back-office/contract/resource/row.ts';
import { ApiError } from '../platform/request/api-error.ts';

/** The outcome of a save. */
export type SaveOutcome<Row = AnyRow> =
  | { kind: 'saved'; record: AnyRow }
  | { kind: 'issues'; issues: Issue[] }
  | { kind: 'version'; current: Row }
  | { kind: 'uses'; uses: Use[] }
  | { kind: 'failed'; message: string | undefined };

const { noSession, sessionEnded, mustChangePassword, mustSetUpTwoFactor } = codes;
const reportedCodes = [noSession, sessionEnded, mustChangePassword, mustSetUpTwoFactor].map(({ code }): number => code);

/** Converts a failed save to an outcome for the form; the message is undefined if the request layer has shown a dialog. */
export function outcomeOf<R extends Resource>(resource: R, error: unknown): SaveOutcome<RecordOf<R>> {
  if (!(error instanceof ApiError)) return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  const issues = issuesIn(error);
  if (issues.length > 0) return { kind: 'issues', issues };
  const isConflict = error.code === codes.conflict.code && error.data !== undefined;
  const outcome = isConflict ? conflictOutcome(resource, error.data as Conflict) : undefined;
  if (outcome !== undefined) return outcome;
  return { kind: 'failed', message: reportedCodes.includes(error.code) ? undefined : error.message };
}

function conflictOutcome<R extends Resource>(resource: R, conflict: Conflict): SaveOutcome<RecordOf<R>> | undefined {
  switch (conflict.conflict) {
    case 'version':
      return { kind: 'version', current: conflict.current as RecordOf<R> };
    case 'reference':
      return conflict.uses.length === 0 ? undefined : { kind: 'uses', uses: conflict.uses };
    case 'unique':
      if (conflict.fields.length === 0) return undefined;
      return { kind: 'issues', issues: conflict.fields.map((field) => ({ field, message: `${fieldOf(resource, field).label}已存在` })) };
    case 'cycle':
      return { kind: 'issues', issues: [{ field: conflict.field, message: '不能放到自己或自己的下级之下' }] };
    default:
      return undefined;
  }
}
