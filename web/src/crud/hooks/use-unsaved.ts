import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { useLeave } from './use-leave.ts';

/** Asks before a page with unsaved changes is left, by a link or by closing the window. */
export function useUnsaved(changed: boolean): void {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => changed && currentLocation.pathname !== nextLocation.pathname);
  const ask = useLeave();
  useEffect(() => {
    if (blocker.state === 'blocked') ask(true, blocker.proceed, blocker.reset);
    // oxlint-disable-next-line react/exhaustive-deps -- asked once for each attempt to leave
  }, [blocker.state]);
  useEffect(() => {
    if (!changed) return undefined;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [changed]);
}
