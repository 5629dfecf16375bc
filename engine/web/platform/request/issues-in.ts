import type { Refusal } from '@back-office/contract/envelope.ts';
import { isRecord } from '@back-office/contract/is-record.ts';
import { recordIn } from '@back-office/contract/record-in.ts';
import type { ApiError } from './api-error.ts';

const isIssue = (value: unknown): value is Refusal['fields'][number] =>
  isRecord(value) && typeof value['field'] === 'string' && typeof value['message'] === 'string';

/** The issues contained in a refusal (docs/wire.md 40000), or in a 40300 that concerns fields. */
export function issuesIn({ data }: ApiError): Refusal['fields'] {
  const { fields } = recordIn(data);
  return Array.isArray(fields) ? fields.filter(isIssue) : [];
}
