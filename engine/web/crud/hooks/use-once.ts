import { useRef } from 'react';

/** Runs one task at a time: the second press of a double click comes before a button is seen to be busy. */
export function useOnce(): (work: () => Promise<void>) => void {
  const underway = useRef(false);
  return (work) => {
    if (underway.current) return;
    underway.current = true;
    void work().finally(() => (underway.current = false));
  };
}
