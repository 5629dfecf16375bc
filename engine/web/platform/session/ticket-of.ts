import { codes } from '@back-office/contract/envelope.ts';
import { ApiError } from '../request/api-error.ts';

/** The ticket of a sign-in that still owes a code (docs/decisions/0016-two-step-sign-in.md); undefined for every other refusal. */
export function ticketOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.code !== codes.secondFactor.code) return undefined;
  const { data } = error;
  return typeof data === 'object' && data !== null && 'ticket' in data && typeof data.ticket === 'string' ? data.ticket : undefined;
}
