import { setTimeout as wait } from 'node:timers/promises';
import { StartError } from '../start-error.ts';
import { explainConnectionError, isUnreachable } from './explain-connection-error.ts';
import type { OpenOptions } from './database.ts';

const pauseMs = 1000;

/**
 * Retries work that needs the server of `url` while that is unreachable, for `options.waitMs` at most: after a power
 * cut both start at once. Throws a StartError that says what is wrong.
 */
export async function retryUntilReachable<Result>(
  url: string,
  { timeZone, log, waitMs = 0 }: OpenOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  const begin = performance.now();
  for (let isLogged = false; ; isLogged = true) {
    try {
      return await work();
    } catch (error) {
      const explained = error instanceof StartError ? error : explainConnectionError(error, url, timeZone);
      if (error instanceof StartError || !isUnreachable(error) || performance.now() - begin + pauseMs > waitMs) throw explained;
      if (!isLogged) log.warn(`${explained.message} It is waited for, up to ${Math.round(waitMs / 1000)} s (DATABASE_WAIT_S).`);
    }
    await wait(pauseMs);
  }
}
