import { setTimeout as wait } from 'node:timers/promises';
import { VendorFault } from './vendor-fault.ts';

/** Retries three times with growing pauses if a vendor is busy: a synchronisation makes many calls, and has time. */
export async function retryWhileBusy<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  for (let pause = 1000; ; pause *= 2) {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof VendorFault) || !error.isBusy || pause > 4000) throw error;
      await wait(pause, undefined, { signal });
    }
  }
}
