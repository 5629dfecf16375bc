import { useRef, useState } from 'react';

/**
 * Whether work is running, and a function that runs work and settles as it does. Ignores further work meanwhile: Enter submits a form
 * again even while its button is busy.
 */
export function useBusy(): [busy: boolean, work: (work: () => Promise<void>) => Promise<void>] {
  const [busy, setBusy] = useState(false);
  const underway = useRef(false);
  const run = async (work: () => Promise<void>): Promise<void> => {
    if (underway.current) return;
    underway.current = true;
    setBusy(true);
    try {
      await work();
    } finally {
      underway.current = false;
      setBusy(false);
    }
  };
  return [busy, run];
}
