import { startTransition, useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../../testing/draw.tsx';
import { afterwards } from './afterwards.ts';
import { useUnhurriedQuery } from './use-unhurried-query.ts';

let answer: (count: number) => void;
const reading = (name: string) => ({ queryKey: [name], queryFn: () => new Promise<number>((resolve) => (answer = resolve)) });
const drawn = new Map<number, number>();

/** Takes longer than React draws at a time, and meanwhile the answer comes. */
function take(at: number): void {
  drawn.set(at, (drawn.get(at) ?? 0) + 1);
  if (at === 3) setTimeout(() => answer(7));
  const end = performance.now() + 8;
  while (performance.now() < end);
}

function Slow({ at }: { at: number }) {
  take(at);
  return <li>{at}</li>;
}

const Count = ({ name }: { name: string }) => <p>待审核：{useUnhurriedQuery(reading(name)).data}</p>;

function Opened({ name }: { name: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => startTransition(() => setOpen(true))}>
        打开{name}
      </button>
      <ul aria-label={name}>{open && Array.from({ length: 20 }, (_, at) => <Slow key={at} at={at} />)}</ul>
    </>
  );
}

/** How often each line of a list was drawn that is opened while an answer is on its way. */
async function open(name: string): Promise<number[]> {
  drawn.clear();
  await draw(
    <>
      <Count name={name} />
      <Opened name={name} />
    </>,
  );
  await page.getByRole('button', { name: `打开${name}` }).click();
  await expect.element(page.getByRole('list', { name }).getByText('19')).toBeVisible();
  await expect.element(page.getByText('待审核：7').last()).toBeVisible();
  return [...drawn.values()];
}

test('an answer is shown, and what is drawn meanwhile is drawn once', async () => {
  // React numbers what may wait from one to ten and begins at one again, which then goes before ten: of two openings in a row that is one at most.
  const openings = [await open('一'), await open('二')];
  expect(openings).toContainEqual(Array.from({ length: 20 }, () => 1));
});

test('what may come later is asked for once what somebody came for is drawn', async () => {
  let asked = 0;
  const counted = { queryKey: ['later'], queryFn: () => Promise.resolve((asked += 1)) };
  const Later = () => <p>{`第${useUnhurriedQuery(counted, { later: true }).data}次`}</p>;
  await draw(<Later />);
  await expect.element(page.getByText('第undefined次')).toBeVisible();
  expect(asked).toBe(0);
  afterwards.begin();
  await expect.element(page.getByText('第1次')).toBeVisible();
});
