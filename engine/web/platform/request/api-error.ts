/**
 * A call that was refused or failed. `code` is the envelope's, `status` the HTTP status, 0 without an answer.
 * @example
 * const isConflict = (error: unknown) => error instanceof ApiError && error.code === 40900;
 */
export class ApiError extends Error {
  readonly code: number;
  readonly data: unknown;
  readonly status: number;

  constructor(message: string, { code, data, status }: { code: number; data?: unknown; status: number }) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.data = data;
    this.status = status;
  }
}
