import { startTransition, useState } from 'react';
import { expect } from 'vitest';
import { page } from 'vitest/browser';

const length = 20;
const drawn = new Map<number, number>();
let meanwhile: () => void = () => undefined;

/** Takes longer than React draws at a time, and in the middle of it something else comes. */
function take(at: number): void {
  drawn.set(at, (drawn.get(at) ?? 0) + 1);
  if (at === 3) setTimeout(() => meanwhile());
  const end = performance.now() + 8;
  while (performance.now() < end);
}

function Row({ at }: { at: number }) {
  take(at);
  return <li>{at}</li>;
}

/** A list that is opened as those of the pages are, in slices: of what comes meanwhile some have React begin it anew. */
export function SlicedList() {
  const [times, setTimes] = useState(0);
  return (
    <>
      <button type="button" onClick={() => startTransition(() => setTimes(times + 1))}>
        打开
      </button>
      <ul key={times} aria-label={`第${times}次`}>
        {times > 0 && Array.from({ length }, (_, at) => <Row key={at} at={at} />)}
      </ul>
    </>
  );
}

/** How often each row was drawn, of one opening with something else in the middle. */
async function open(time: number, something: () => void): Promise<number[]> {
  drawn.clear();
  meanwhile = something;
  await page.getByRole('button', { name: '打开' }).click();
  await expect.element(page.getByRole('list', { name: `第${time}次` }).getByText(`${length - 1}`)).toBeVisible();
  return [...drawn.values()];
}

/**
 * Opens the drawn `SlicedList` twice with something else in the middle, the first and the second `time`, and is content where one of the two was drawn
 * once: React numbers what may wait from one to ten and begins at one again, which then goes before ten.
 */
export async function expectDrawnOnce(something: (time: number) => void, between = async () => {}): Promise<void> {
  const first = await open(1, () => something(1));
  await between();
  const openings = [first, await open(2, () => something(2))];
  expect(openings).toContainEqual(Array.from({ length }, () => 1));
}
