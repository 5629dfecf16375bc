import { messageStatuses } from '../message-statuses.ts';
import type { Outcome } from './outcome.ts';

/** Seconds until a message that was held is tried. */
const heldSeconds = 10;

/** The status of a message after an attempt, and the seconds until the next, if there is one; `wait` are those that follow a failed one. */
export function afterAttempt({ state }: Outcome, wait: number | undefined) {
  const { waiting, failed } = messageStatuses;
  if (state !== 'again' && state !== 'held') return { status: messageStatuses[state], seconds: undefined };
  const seconds = state === 'held' ? heldSeconds : wait;
  return { status: seconds === undefined ? failed : waiting, seconds };
}
