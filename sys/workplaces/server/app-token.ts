import { WayRefusal } from '@back-office/server/identity/ways/sign-in-way.ts';
import { VendorFault } from './vendor-fault.ts';

/** The access token that identifies the app to a vendor. */
export interface AppToken {
  /** Runs `work` with the token; once more with a new one if the vendor reports that it has expired. */
  readonly use: <Result>(work: (token: string) => Promise<Result>) => Promise<Result>;
}

interface CachedToken {
  readonly promise: Promise<string>;
  until: number;
}

/** Caches an app's token while it is valid; concurrent callers share one fetch. Failures are not cached. */
export function appToken(
  expired: readonly string[],
  fetchToken: () => Promise<{ token: string; seconds: number }>,
  clock: () => Date,
): AppToken {
  let cached: CachedToken | undefined;
  const get = async (): Promise<string> => {
    if (cached === undefined || cached.until <= clock().getTime()) cached = fetchEntry();
    const used = cached;
    try {
      return await used.promise;
    } catch (error) {
      if (cached === used) cached = undefined;
      if (!(error instanceof WayRefusal) || error.why === 'unavailable') throw error;
      // If the app is refused, the operator must fix it: it is not a wrong code by the person.
      throw new WayRefusal('unavailable', error.cause);
    }
  };
  const fetchEntry = (): CachedToken => {
    const entry: CachedToken = {
      promise: fetchToken().then(({ token, seconds }) => {
        // Renewed before it expires at the vendor: a call may take a while.
        entry.until = clock().getTime() + Math.max(seconds - 300, seconds / 2) * 1000;
        return token;
      }),
      until: Infinity,
    };
    return entry;
  };
  const drop = async (token: string): Promise<void> => {
    const current = cached;
    // Another call may have fetched a new one already.
    if (current !== undefined && (await current.promise.catch(() => token)) === token && cached === current) cached = undefined;
  };
  return {
    use: async (work) => {
      const token = await get();
      try {
        return await work(token);
      } catch (error) {
        if (!(error instanceof VendorFault) || !expired.includes(error.code)) throw error;
        await drop(token);
        return work(await get());
      }
    },
  };
}
