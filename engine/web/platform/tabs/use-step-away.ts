import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { tabKey } from './tab.ts';

/**
 * Calls back when the person went back or forward from an address of this page whose query has this value to one that does not,
 * with a function that returns to the address left. Told by the window's own address, which is written at once: what React shows
 * follows a moment later, and is no step. A hidden tab is told nothing, nor is one that is left for another.
 */
export function useStepAway(name: string, value: string | undefined, onAway: (undo: () => void) => void): void {
  const shown = useLocation();
  const navigate = useNavigate();
  const tab = tabKey(shown.pathname + shown.search);
  /** The window's query, while it has the value. */
  const held = useRef<string>(undefined);
  const wanted = useRef(value);
  const isHere = (): boolean => tabKey(location.pathname + location.search) === tab;
  const hasValue = (): boolean => new URLSearchParams(location.search).get(name) === value;
  useEffect(() => {
    wanted.current = value;
    const isHeld = value !== undefined && isHere() && hasValue();
    if (isHeld) held.current = location.search;
    // A task later: the address of a step is rendered before all have heard of the step.
    const timer = isHeld ? undefined : setTimeout(() => void (held.current = undefined));
    return () => {
      clearTimeout(timer);
      // A question may outlive the page that asked it.
      wanted.current = undefined;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- looked up anew with each address that is shown
  }, [shown, value]);
  const step = useEffectEvent(() => {
    const left = held.current;
    const isAway = (): boolean => isHere() && !hasValue();
    if (left === undefined || !isAway()) return;
    held.current = undefined;
    const undo = (): void => {
      // What was left may have been closed since, such as by a save that ended, or the person went forward again.
      if (wanted.current === value && isAway()) void navigate({ pathname: shown.pathname, search: left });
    };
    // After all have heard of the step: a question asked before would be cancelled by `closeWithHistory`.
    setTimeout(() => isAway() && onAway(undo));
  });
  const watches = value !== undefined;
  useEffect(() => {
    if (!watches) return undefined;
    const onStep = (): void => step();
    addEventListener('popstate', onStep);
    return () => removeEventListener('popstate', onStep);
  }, [watches]);
}
