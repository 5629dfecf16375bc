import { lockChannel } from './lock-channel.ts';

const inputs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'input'] as const;
/** How often the windows tell each other that somebody is there, and how often it is asked whether nobody is, in milliseconds. */
const tellMs = 5000;
const lookMs = 1000;

/**
 * Calls `onIdle` when nobody has touched any window of the session for so many minutes, once until somebody is there again; a
 * machine that slept counts as untouched. Gives a function that ends it.
 */
export function watchIdle(minutes: number, onIdle: () => void): () => void {
  let usedAt = Date.now();
  let toldAt = 0;
  const used = (): void => {
    // Back from sleep, the first touch comes too late.
    if (Date.now() - usedAt >= minutes * 60_000) return;
    usedAt = Date.now();
    if (usedAt - toldAt < tellMs) return;
    toldAt = usedAt;
    lockChannel.send('used');
  };
  const look = (): void => {
    if (Date.now() - usedAt < minutes * 60_000) return;
    usedAt = Infinity;
    onIdle();
  };
  const forget = lockChannel.listen((news) => {
    if (news !== 'locked') usedAt = Date.now();
  });
  for (const name of inputs) addEventListener(name, used, { capture: true, passive: true });
  document.addEventListener('visibilitychange', look);
  const timer = setInterval(look, lookMs);
  return () => {
    forget();
    for (const name of inputs) removeEventListener(name, used, { capture: true });
    document.removeEventListener('visibilitychange', look);
    clearInterval(timer);
  };
}
