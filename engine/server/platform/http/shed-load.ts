import type { FastifyInstance } from 'fastify';
import { Refusal } from './refusal.ts';

/** How often the event loop is looked at, how late it may come, and for how long it may stay that late, in milliseconds. */
const [everyMs, lateMs, patienceMs] = [100, 1000, 3000];
/** Calls are accepted again once the loop has come in time for this long. */
const relievedMs = 1000;
/** For how long the worst delay is shown. */
const shownMs = 10_000;

/** How the event loop of this node fares. */
export interface Load {
  /** Its longest delay of the last seconds, in milliseconds. */
  delay: number;
  /** Calls are being refused. */
  isShedding: boolean;
}

/**
 * Watches the event loop. If it `sheds`, refuses calls with 50300 while the loop stays more than a second late, before anything is done for them
 * (docs/hardening.md I12): they would be answered when nobody waits any more, and all others later still. A single block of whatever length refuses
 * nobody, since what waited is soon done (docs/decisions/0116-shedding-load.md).
 */
export function shedLoad(app: FastifyInstance, sheds: boolean): Load {
  const load: Load = { delay: 0, isShedding: false };
  let due = performance.now() + everyMs;
  let [worstAt, lateSince, lateAt, lateTimes] = [due, due, due, 0];
  const look = (): void => {
    const now = performance.now();
    const delay = Math.max(0, now - due);
    if (delay >= load.delay || now - worstAt > shownMs) [load.delay, worstAt] = [Math.round(delay), now];
    if (delay > lateMs) {
      if (lateTimes === 0) lateSince = due;
      lateTimes += 1;
      lateAt = now;
      if (sheds && lateTimes > 1 && now - lateSince >= patienceMs && !load.isShedding) change(true);
    } else if (!load.isShedding) lateTimes = 0;
    else if (now - lateAt >= relievedMs) change(false);
    due = now + everyMs;
    timer.refresh();
  };
  const change = (isShedding: boolean): void => {
    load.isShedding = isShedding;
    if (isShedding) app.log.warn({ delay: load.delay }, 'The event loop stays more than a second late: calls are refused');
    else app.log.warn('The event loop comes in time again: calls are accepted');
  };
  const timer = setTimeout(look, everyMs).unref();
  app.addHook('onClose', async () => clearTimeout(timer));
  app.addHook('onRequest', (request, _reply, done) =>
    load.isShedding && request.url.startsWith('/api') ? done(new Refusal('unavailable', { retryAfter: 2 })) : done(),
  );
  return load;
}
