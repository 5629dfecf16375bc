import { expect, it } from 'vitest';
import { lastKnown } from './last-known.ts';

/** @see docs/postmortems/waits-without-an-end.md */
it('lastKnown returns the last answer, marked as stale, until a newer one arrives', async () => {
  let answers: Promise<string> = Promise.resolve('first');
  let asked = 0;
  const know = lastKnown(() => ((asked += 1), answers), { keptMs: 0, withinMs: 20 });
  expect(await know()).toMatchObject({ value: 'first', isStale: false });
  const { promise, resolve } = Promise.withResolvers<string>();
  answers = promise;
  expect(await Promise.all([know(), know()])).toMatchObject([
    { value: 'first', isStale: true },
    { value: 'first', isStale: true },
  ]);
  // While one query is running, no other is sent.
  expect(asked).toBe(2);
  resolve('second');
  expect(await know()).toMatchObject({ value: 'second', isStale: false });
  answers = Promise.reject(new Error('gone'));
  expect(await know()).toMatchObject({ value: 'second', isStale: true });
});

it('lastKnown does not ask again for a recent answer, and has none before the first', async () => {
  let asked = 0;
  const know = lastKnown(async () => (asked += 1), { keptMs: 60_000, withinMs: 20 });
  await know();
  expect(await know()).toMatchObject({ value: 1, isStale: false });
  const never = lastKnown(() => new Promise<string>(() => undefined), { keptMs: 0, withinMs: 20 });
  expect(await never()).toMatchObject({ value: undefined, isStale: true });
});
