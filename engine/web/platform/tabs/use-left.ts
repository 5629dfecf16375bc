import { useEffect, useRef } from 'react';
import { useLeave } from './use-leave.ts';

/** Whether the component was unmounted, or its tab closed, as `useLeave` says it: for what is still awaited then. */
export function useLeft(): { readonly current: boolean } {
  const left = useRef(false);
  // In development React unmounts once and mounts again.
  useEffect(() => void (left.current = false), []);
  useLeave(() => void (left.current = true));
  return left;
}
