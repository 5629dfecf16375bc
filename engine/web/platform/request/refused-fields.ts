import { codes } from '@back-office/contract/envelope.ts';
import type { ApiError } from './api-error.ts';

/**
 * The words for each field among `names` that a 40000 refuses, or of which a 40900 says that its value is taken; none
 * for any other error.
 */
export function refusedFields<Name extends string>(error: ApiError, names: readonly Name[]): Partial<Record<Name, string>> {
  const refused: Partial<Record<Name, string>> = {};
  for (const { field, message } of issuesOf(error)) {
    const name = names.find((known) => known === field);
    if (name !== undefined) refused[name] ??= String(message);
  }
  return refused;
}

function issuesOf({ code, data, message }: ApiError): { field: unknown; message: unknown }[] {
  const fields = typeof data === 'object' && data !== null && 'fields' in data ? data.fields : undefined;
  if (!Array.isArray(fields)) return [];
  if (code === codes.refused.code) return fields as { field: unknown; message: unknown }[];
  // The values are taken: the fields come as names alone, the words are those of the answer.
  return code === codes.conflict.code ? fields.map((field: unknown) => ({ field, message })) : [];
}
