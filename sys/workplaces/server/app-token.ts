import { WayRefusal } from '@back-office/server/identity/sign-in/sign-in-way.ts';
import { VendorFault } from './vendor-fault.ts';

/** The token by which a vendor knows the app. */
export interface AppToken {
  /** Does something with the token; once more with a new one where the vendor says that it is over. */
  readonly use: <Result>(work: (token: string) => Promise<Result>) => Promise<Result>;
}

interface Kept {
  readonly asked: Promise<string>;
  until: number;
}

/** Keeps an app's token while it is good, and asks for it once for all who want it at once. What failed is asked again. */
export function appToken(
  expired: readonly string[],
  fetchToken: () => Promise<{ token: string; seconds: number }>,
  clock: () => Date,
): AppToken {
  let kept: Kept | undefined;
  const get = async (): Promise<string> => {
    if (kept === undefined || kept.until <= clock().getTime()) kept = ask();
    const mine = kept;
    try {
      return await mine.asked;
    } catch (error) {
      if (kept === mine) kept = undefined;
      if (!(error instanceof WayRefusal) || error.why === 'unavailable') throw error;
      // A refused app is the operator's to mend, and nobody's wrong code.
      throw new WayRefusal('unavailable', error.cause);
    }
  };
  const ask = (): Kept => {
    const asking: Kept = {
      asked: fetchToken().then(({ token, seconds }) => {
        // Before it is over there: an answer may take a while.
        asking.until = clock().getTime() + Math.max(seconds - 300, seconds / 2) * 1000;
        return token;
      }),
      until: Infinity,
    };
    return asking;
  };
  const drop = async (token: string): Promise<void> => {
    const now = kept;
    // Another may have asked for a new one already.
    if (now !== undefined && (await now.asked.catch(() => token)) === token && kept === now) kept = undefined;
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
