import { ApiError } from './api-error.ts';

/** Whether asking again may help: the server was away, or answered that it could not. A refusal stays one. */
export const mayPass = (error: Error | null): boolean => error instanceof ApiError && (error.status === 0 || error.status >= 500);
