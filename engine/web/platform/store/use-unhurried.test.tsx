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
  const [shown, setShown] = useState(false);
  return (
    <>
      <button type="button" onClick={() => startTransition(() => setShown(true))}>
        打开
      </button>
      <ul>{shown && Array.from({ length: 20 }, (_, at) => <Slow key={at} at={at} />)}</ul>
    </>
  );
}

test('a change is shown, and what is drawn meanwhile is drawn once', async () => {
  await draw(
    <>
      <Line />
      <Opened />
    </>,
  );
  await expect.element(page.getByText('断开')).toBeVisible();
  await page.getByRole('button', { name: '打开' }).click();
  await expect.element(page.getByText('已连接')).toBeVisible();
  await expect.element(page.getByText('19')).toBeVisible();
  expect([...drawn.values()]).toEqual(Array.from({ length: 20 }, () => 1));
});
