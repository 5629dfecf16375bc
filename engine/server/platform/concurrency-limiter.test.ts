import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ConcurrencyTimeout, ConcurrencyLimiter } from './concurrency-limiter.ts';

it('runs no more tasks at once than allowed, in their order, and continues after a failure', async () => {
  const turns = new ConcurrencyLimiter(2, 10_000);
  let [busy, most] = [0, 0];
  const begun: number[] = [];
  const all = Array.from({ length: 9 }, (_, at) =>
    turns.run(async () => {
      begun.push(at);
      most = Math.max(most, (busy += 1));
      await wait(2);
      busy -= 1;
      if (at === 3) throw new Error('no');
      return at;
    }),
  );
  const ended = await Promise.allSettled(all);
  expect(ended.map((one) => (one.status === 'fulfilled' ? one.value : 'failed'))).toEqual([0, 1, 2, 'failed', 4, 5, 6, 7, 8]);
  expect([most, begun]).toEqual([2, [0, 1, 2, 3, 4, 5, 6, 7, 8]]);
  expect(await turns.run(() => Promise.resolve('again'))).toBe('again');
});

it('refuses a task that has waited too long, and does not run it', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const turns = new ConcurrencyLimiter(1, 20);
  const begun: string[] = [];
  const turn = Promise.withResolvers<void>();
  const first = turns.run(() => turn.promise);
  const late = Array.from({ length: 5 }, () => turns.run(() => Promise.resolve(begun.push('late'))));
  vi.advanceTimersByTime(21);
  const soon = turns.run(() => Promise.resolve(begun.push('soon')));
  vi.advanceTimersByTime(20);
  turn.resolve();
  for (const one of late) await expect(one).rejects.toBeInstanceOf(ConcurrencyTimeout);
  await Promise.all([first, soon]);
  expect(begun).toEqual(['soon']);
});
