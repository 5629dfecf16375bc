import { limits } from '@back-office/contract/limits.ts';

/** How many of the ids went through, and why the rest did not. */
export interface Portions {
  readonly done: number;
  readonly why?: string;
}

/**
 * Sends ids a portion after the other, since one call takes this many. It stops at the first that is refused; what went
 * through before stays.
 */
export async function sendInPortions(ids: readonly string[], send: (portion: readonly string[]) => Promise<unknown>): Promise<Portions> {
  for (let done = 0; done < ids.length; done += limits.deleteIds) {
    try {
      await send(ids.slice(done, done + limits.deleteIds));
    } catch (error) {
      return { done, why: error instanceof Error ? error.message : String(error) };
    }
  }
  return { done: ids.length };
}
