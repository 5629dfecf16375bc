import { limits } from '@back-office/contract/limits.ts';
import { useEffect, useState } from 'react';
import { type EndTimes, sessionEnds } from '../../platform/request/session-ends.ts';
import { continueSession } from '../../platform/session/continue-session.ts';

/** Maximum delay of one timer: browsers treat a delay of a month as 0, and a machine may sleep meanwhile. */
const maxTimerMs = 60 * 60_000;
/** The server is asked this long after the end whether the session is over: not earlier, since asking would prolong it. */
const afterEnd = 5_000;

/** The reason why a session is about to end, and the milliseconds left. */
export interface SessionEnd {
  why: 'idle' | 'total';
  leftMs: number;
}

/**
 * The end of the session while it is near (limits.sessionWarning); once it is past, asks the server. While it is far it causes no
 * render, although it moves with every answer: each would make React restart concurrent renders.
 */
export function useSessionEnd(): SessionEnd | undefined {
  const [end, setEnd] = useState<SessionEnd>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isNear = false;
    const look = (): void => {
      clearTimeout(timer);
      const ends = sessionEnds.get();
      const remaining = ends === undefined ? Infinity : endOf(ends) - Date.now();
      const near =
        ends === undefined || remaining > limits.sessionWarning || remaining <= 0 ? undefined : { why: whyOf(ends), leftMs: remaining };
      // Avoids a render without a change.
      if (isNear || near !== undefined) setEnd(near);
      isNear = near !== undefined;
      if (ends === undefined) return;
      if (remaining <= -afterEnd) return void continueSession();
      const next =
        remaining > limits.sessionWarning
          ? remaining - limits.sessionWarning
          : remaining > 0
            ? remaining % 1000 || 1000
            : remaining + afterEnd;
      timer = setTimeout(look, Math.min(next, maxTimerMs));
    };
    look();
    const forget = sessionEnds.subscribe(look);
    return () => {
      forget();
      clearTimeout(timer);
    };
  }, []);
  return end;
}

const endOf = ({ idle, total }: EndTimes): number => Math.min(idle, total);
const whyOf = ({ idle, total }: EndTimes): SessionEnd['why'] => (total <= idle ? 'total' : 'idle');
