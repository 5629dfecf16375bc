import { limits } from '@back-office/contract/limits.ts';
import { expect, it } from 'vitest';
import { sendInBatches } from './send-in-batches.ts';

const ids = Array.from({ length: 2 * limits.deleteIds + 1 }, (_, at) => String(at));

/** Records each batch, and refuses the one with this number. */
function recorder(refused?: number) {
  const portions: (readonly string[])[] = [];
  const send = (portion: readonly string[]): Promise<void> => {
    portions.push(portion);
    return portions.length === refused ? Promise.reject(new Error('今天不能再发')) : Promise.resolve();
  };
  return { portions, send };
}

it('sends everything once, in as many calls as needed', async () => {
  const { portions, send } = recorder();
  expect(await sendInBatches(ids, send)).toEqual({ done: ids.length });
  expect(portions.map(({ length }) => length)).toEqual([limits.deleteIds, limits.deleteIds, 1]);
  expect(portions.flat()).toEqual(ids);
});

it('stops at the first refusal, and reports how many were sent before it', async () => {
  const { portions, send } = recorder(2);
  expect(await sendInBatches(ids, send)).toEqual({ done: limits.deleteIds, why: '今天不能再发' });
  expect(portions).toHaveLength(2);
});
