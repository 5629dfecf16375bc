import { isRecord } from '@back-office/contract/is-record.ts';
import { Refusal, refused } from './refusal.ts';

type Posted = Readonly<Record<string, unknown>>;

/**
 * The body of a call as a record, which `readAs` or `checkAll` then reads; a list, a text or nothing is not a record, and refused with 40000.
 * @example
 * const reason = z.object({ endReason: z.string('请填写终止原因').max(200) });
 * const reasonOf = (body: unknown) => readAs(reason, recordOf(body)).endReason;
 */
export function recordOf(body: unknown): Posted {
  if (!isRecord(body)) throw new Refusal('malformed');
  return body;
}

/**
 * The body as the rows of a batch. A row that is not a record is an issue of that row, not of the whole body (docs/wire.md
 * "Generic calls").
 */
export function recordsOf(body: unknown): Posted[] {
  if (!Array.isArray(body)) throw new Refusal('malformed');
  const issues = body.flatMap((row, at) => (isRecord(row) ? [] : [{ row: at, field: 'row', message: '这一行应为一条记录' }]));
  if (issues.length > 0) throw refused(issues);
  return body.filter(isRecord);
}
