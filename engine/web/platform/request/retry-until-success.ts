import { ApiError } from './api-error.ts';

/** Whether a retry may help: the server was unreachable or temporarily unable. A refusal is final. */
export const isTransient = (error: unknown): boolean => error instanceof ApiError && (error.status === 0 || error.status >= 500);

/** Whether the server refused the call, so that its outcome is known. */
export const isRefusal = (error: unknown): error is ApiError => error instanceof ApiError && !isTransient(error);

/** Delay between retries, in milliseconds. */
const retryMs = 5000;

/**
 * A query's `refetchInterval` that retries until the server answers, and otherwise refetches every `otherwise`
 * milliseconds, or never.
 * @example
 * export const useMonths = () =>
 *   useQuery({
 *     queryKey: ['acme/agreement', 'months'],
 *     queryFn: ({ signal }) => request<number[]>('/api/acme/months/amounts', { signal, quiet: true }),
 *     refetchInterval: retryUntilSuccess(60_000),
 *   });
 */
export const retryUntilSuccess =
  (otherwise: number | false = false) =>
  ({ state: { status, error } }: { state: { status: string; error: Error | null } }): number | false =>
    status === 'error' && isTransient(error) ? retryMs : otherwise;
