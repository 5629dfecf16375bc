import { expect, it } from 'vitest';
import { limitConcurrency } from './limit-concurrency.ts';

it('runs up to the limit at a time, in order, and no task waits behind an aborted one', async () => {
  const takeTurn = limitConcurrency(2);
  const ends: (() => void)[] = [];
  const started: number[] = [];
  const signal = new AbortController().signal;
  const work = (number: number, by = signal) =>
    takeTurn(by, () => {
      started.push(number);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const impatient = new AbortController();
  const first = [work(1), work(2)];
  const given = work(3, impatient.signal).catch((error: Error) => error.name);
  const last = work(4);
  await Promise.resolve();
  expect(started).toEqual([1, 2]);
  impatient.abort();
  expect(await given).toBe('AbortError');
  ends[0]?.();
  await first[0];
  await Promise.resolve();
  expect(started).toEqual([1, 2, 4]);
  ends[1]?.();
  ends[2]?.();
  await Promise.all([...first, last]);
});
