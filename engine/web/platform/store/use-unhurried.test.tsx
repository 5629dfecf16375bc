import { startTransition, useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../../testing/draw.tsx';
import { createStore } from './create-store.ts';
import { useUnhurried } from './use-unhurried.ts';

const line = createStore('断开');
const drawn = new Map<number, number>();

/** Takes longer than React draws at a time, and meanwhile something else changes. */
function take(at: number): void {
  drawn.set(at, (drawn.get(at) ?? 0) + 1);
  if (at === 3) setTimeout(() => line.set('已连接'));
  const end = performance.now() + 8;
  while (performance.now() < end);
}

function Slow({ at }: { at: number }) {
  take(at);
  return <li>{at}</li>;
}

const Line = () => <p>{useUnhurried(line.subscribe, line.get)}</p>;

function Opened() {
  const [times, setTimes] = useState(0);
  return (
    <>
      <button type="button" onClick={() => startTransition(() => setTimes(times + 1))}>
        打开
      </button>
      <ul key={times} aria-label={`第${times}次`}>
        {times > 0 && Array.from({ length: 20 }, (_, at) => <Slow key={at} at={at} />)}
      </ul>
    </>
  );
}

/** How often each line of the list was drawn, of one opening with a change in the middle. */
async function open(time: number): Promise<number[]> {
  drawn.clear();
  line.set('断开');
  await expect.element(page.getByText('断开')).toBeVisible();
  await page.getByRole('button', { name: '打开' }).click();
  await expect.element(page.getByText('已连接')).toBeVisible();
  await expect.element(page.getByRole('list', { name: `第${time}次` }).getByText('19')).toBeVisible();
  return [...drawn.values()];
}

test('a change is shown, and what is drawn meanwhile is drawn once', async () => {
  await draw(
    <>
      <Line />
      <Opened />
    </>,
  );
  // React numbers what may wait from one to ten and begins at one again, which then goes before ten: of two openings in a row that is one at most.
  const openings = [await open(1), await open(2)];
  expect(openings).toContainEqual(Array.from({ length: 20 }, () => 1));
});
