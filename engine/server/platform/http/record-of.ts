import { isRecord } from '@back-office/contract/is-record.ts';
import type { Refusal as Issues } from '@back-office/contract/envelope.ts';
import { Refusal } from './refusal.ts';

type Posted = Readonly<Record<string, unknown>>;

/**
 * The body of a call as a record, for `readAs` or `checkAll`; a list, a text or nothing is refused with 40000.
 * @example
 * const reason = z.object({ endReason: z.string('请填写终止原因').max(200) });
 * const reasonOf = (body: unknown) => readAs(reason, recordOf(body)).endReason;
 */
export function recordOf(body: unknown): Posted {
  if (!isRecord(body)) throw new Refusal('malformed');
  return body;
}

/** Replaces a row of a batch that is not a record. */
const noRecord: Posted = Object.freeze({});

/** The body as the rows of a batch. A row that is not a record is an issue of that row, not of the whole body: `withNoRecords` reports it. */
export function recordsOf(body: unknown): Posted[] {
  if (!Array.isArray(body)) throw new Refusal('malformed');
  return body.map((row: unknown) => (isRecord(row) ? row : noRecord));
}

/** The issues of a batch in the order of its rows; a row that is not a record has that one issue only (docs/wire.md "Generic calls"). */
export function withNoRecords(posted: readonly Posted[], issues: Issues['fields']): Issues['fields'] {
  const none = posted.flatMap((one, row) => (one === noRecord ? [{ row, field: 'row', message: '这一行应为一条记录' }] : []));
  const others = issues.filter(({ row = -1 }) => posted[row] !== noRecord);
  return [...none, ...others].sort((one, other) => (one.row ?? 0) - (other.row ?? 0));
}
