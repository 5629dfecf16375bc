import { codes } from '@back-office/contract/envelope.ts';
import type { ApiError } from './api-error.ts';

/** The words for each refused field of a 40000 that is among `names`; none for any other error. */
export function refusedFields<Name extends string>({ code, data }: ApiError, names: readonly Name[]): Partial<Record<Name, string>> {
  const fields = typeof data === 'object' && data !== null && 'fields' in data ? data.fields : undefined;
  if (code !== codes.refused.code || !Array.isArray(fields)) return {};
  const refused: Partial<Record<Name, string>> = {};
  for (const { field, message } of fields as { field: unknown; message: unknown }[]) {
    const name = names.find((known) => known === field);
    if (name !== undefined) refused[name] ??= String(message);
  }
  return refused;
}
