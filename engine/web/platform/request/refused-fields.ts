import { recordIn } from '@back-office/contract/record-in.ts';
import { codes } from '@back-office/contract/envelope.ts';
import type { ApiError } from './api-error.ts';
import { issuesIn } from './issues-in.ts';

/** The message for each field among `names` that a 40000 refuses, or whose value is already taken according to a 40900; none for any other error. */
export function refusedFields<Name extends string>(error: ApiError, names: readonly Name[]): Partial<Record<Name, string>> {
  const refused: Partial<Record<Name, string>> = {};
  for (const { field, message } of issuesOf(error)) {
    const name = names.find((known) => known === field);
    if (name !== undefined) refused[name] ??= message;
  }
  return refused;
}

function issuesOf(error: ApiError): { field: unknown; message: string }[] {
  if (error.code === codes.refused.code) return issuesIn(error);
  const { fields } = recordIn(error.data);
  // For taken values the server lists only field names; the message is that of the answer.
  return error.code === codes.conflict.code && Array.isArray(fields)
    ? fields.map((field: unknown) => ({ field, message: error.message }))
    : [];
}
