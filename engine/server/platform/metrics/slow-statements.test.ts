import { expect, it } from 'vitest';
import { SlowStatements } from './slow-statements.ts';

it('lists the slowest statements by their mean time, each text once, however many there were', () => {
  const slow = new SlowStatements();
  slow.add({ text: 'select  slow', seconds: 1 });
  for (let at = 0; at < 2_000; at += 1) slow.add({ text: `select ${at}`, seconds: 0.001 });
  slow.add({ text: 'select  slow', seconds: 3 });
  const told = slow.slowest(5);
  expect(told).toHaveLength(5);
  expect(told[0]).toEqual({ text: 'select slow', calls: 2, mean: 2_000, longest: 3_000 });
  expect(slow.slowest(10_000).length).toBeLessThanOrEqual(500);
  slow.stop();
});
