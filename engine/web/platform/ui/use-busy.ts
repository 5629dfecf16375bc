import { useState } from 'react';

/** Whether work is under way, and what does work so that it shows; it ends as the work does. */
export function useBusy(): [busy: boolean, work: (work: () => Promise<void>) => Promise<void>] {
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await work();
    } finally {
      setBusy(false);
    }
  };
  return [busy, run];
}
