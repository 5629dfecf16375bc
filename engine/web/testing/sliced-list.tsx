import { startTransition, useState } from 'react';
import { expect } from 'vitest';
import { page } from 'vitest/browser';

const length = 20;
const drawn = new Map<number, number>();
let meanwhile: () => void = () => undefined;

/** Blocks for longer than one of React's time slices; during row 3 schedules the update. */
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

/** A list rendered concurrently, as pages render theirs: some updates that arrive during its render make React restart it. */
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

/** How often each row was rendered, for one opening with an update in the middle. */
async function open(time: number, something: () => void): Promise<number[]> {
  drawn.clear();
  meanwhile = something;
  await page.getByRole('button', { name: '打开' }).click();
  await expect.element(page.getByRole('list', { name: `第${time}次` }).getByText(`${length - 1}`)).toBeVisible();
  return [...drawn.values()];
}

/**
 * Opens the `SlicedList` twice with an update in the middle, the first and the second `time`, and passes if either was rendered only once:
 * React assigns transition lanes one to ten in turn, and after a wrap lane one takes precedence over ten.
 */
export async function expectDrawnOnce(something: (time: number) => void, between = async () => {}): Promise<void> {
  const first = await open(1, () => something(1));
  await between();
  const openings = [first, await open(2, () => something(2))];
  expect(openings).toContainEqual(Array.from({ length }, () => 1));
}
