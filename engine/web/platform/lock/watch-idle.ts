import { attendance } from '../request/attendance.ts';
import { lockChannel } from './lock-channel.ts';

/** How often windows report activity to each other, and how often inactivity is checked, in milliseconds. */
const notifyIntervalMs = 5000;
const checkIntervalMs = 1000;

/**
 * Calls `onIdle` when no window of the session had input for this many minutes; once per period of inactivity. Time asleep
 * counts as inactivity. Returns a function that stops it.
 */
export function watchIdle(minutes: number, onIdle: () => void): () => void {
  let usedAt = Date.now();
  let notifiedAt = 0;
  const used = (): void => {
    // After sleep, the first input comes too late to count as activity.
    if (Date.now() - usedAt >= minutes * 60_000) return;
    usedAt = Date.now();
    if (usedAt - notifiedAt < notifyIntervalMs) return;
    notifiedAt = usedAt;
    lockChannel.send('used');
  };
  const checkIdle = (): void => {
    if (Date.now() - usedAt < minutes * 60_000) return;
    usedAt = Infinity;
    onIdle();
  };
  const forget = lockChannel.listen((news) => {
    if (news !== 'locked') usedAt = Date.now();
  });
  const leave = attendance.listen(used);
  document.addEventListener('visibilitychange', checkIdle);
  const timer = setInterval(checkIdle, checkIntervalMs);
  return () => {
    forget();
    leave();
    document.removeEventListener('visibilitychange', checkIdle);
    clearInterval(timer);
  };
}
