import { limits } from '@back-office/contract/limits.ts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { type EndTimes, sessionEnds } from '../../platform/request/session-ends.ts';
import { continueSession } from '../../platform/session/continue-session.ts';

/** Longest wait of one timer: browsers take a month for no time at all, and a machine may sleep meanwhile. */
const longest = 60 * 60_000;
/** This long after the end the server is asked whether it is over: not a moment before, since asking is a use. */
const afterEnd = 5_000;

/** Why a session is about to end, and when, in milliseconds. */
export interface SessionEnd {
  why: 'idle' | 'total';
  left: number;
}

/** The end of the session while it is near (limits.sessionWarning); once it is past, asks the server. */
export function useSessionEnd(): SessionEnd | undefined {
  const ends = useSyncExternalStore(sessionEnds.subscribe, sessionEnds.get);
  const [now, setNow] = useState(() => Date.now());
  const left = ends === undefined ? Infinity : endOf(ends) - now;
  useEffect(() => {
    if (ends === undefined) return undefined;
    const at = endOf(ends);
    let timer: ReturnType<typeof setTimeout>;
    const tick = (): void => {
      const rest = at - Date.now();
      setNow(Date.now());
      if (rest <= -afterEnd) return void continueSession();
      const next = rest > limits.sessionWarning ? rest - limits.sessionWarning : rest > 0 ? rest % 1000 || 1000 : rest + afterEnd;
      timer = setTimeout(tick, Math.min(next, longest));
    };
    tick();
    return () => clearTimeout(timer);
  }, [ends]);
  if (ends === undefined || left > limits.sessionWarning || left <= 0) return undefined;
  return { why: ends.total <= ends.idle ? 'total' : 'idle', left };
}

const endOf = ({ idle, total }: EndTimes): number => Math.min(idle, total);
