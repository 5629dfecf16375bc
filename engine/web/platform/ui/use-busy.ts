import { useRef, useState } from 'react';

/**
 * Whether work is under way, and what does work so that it shows; it ends as the work does. Further work is not begun meanwhile: Enter in
 * a form sends it again, also while its button is busy.
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
