import { limits } from '@back-office/contract/limits.ts';

/** How many of the ids succeeded, and why the others did not. */
export interface BatchResult {
  readonly done: number;
  readonly why?: string;
}

/** Sends ids in batches of the size that one call accepts. Stops at the first refusal; earlier batches stay done. */
export async function sendInBatches(ids: readonly string[], send: (portion: readonly string[]) => Promise<unknown>): Promise<BatchResult> {
  for (let done = 0; done < ids.length; done += limits.deleteIds) {
    try {
      await send(ids.slice(done, done + limits.deleteIds));
    } catch (error) {
      return { done, why: error instanceof Error ? error.message : String(error) };
    }
  }
  return { done: ids.length };
}
