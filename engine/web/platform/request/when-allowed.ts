import { ApiError } from './api-error.ts';
import { requireAction } from './report.ts';

/**
 * Runs `call`, and again after the person has done what must be done first: a new password, a second factor. Several actions may be required, one after
 * the other. Rejects with the error of the last attempt.
 */
export async function whenAllowed<T>(call: () => Promise<T>, signal?: AbortSignal, actionsLeft = 2): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const requiredAction = error instanceof ApiError && actionsLeft > 0 ? requireAction(error) : undefined;
    if (requiredAction === undefined) throw error;
    await requiredAction;
    signal?.throwIfAborted();
    return whenAllowed(call, signal, actionsLeft - 1);
  }
}
